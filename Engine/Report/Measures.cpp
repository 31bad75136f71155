#include "Engine/Report/Measures.h"

#include "Engine/Core/Quantile.h"
#include "Engine/Report/FeatureStatistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace melstrom
{

namespace
{
using File = ReportFile;
using Value = std::optional<double>;

/** A value of the samples; empty: they were not measured. */
template <typename Get>
Value ofSound (const File& file, Get get)
{
    return file.sound.hasSamples ? Value (get (file.sound)) : std::nullopt;
}

Value duration (const File& file)
{
    return file.hasRows () ? Value (file.seconds ()) : std::nullopt;
}
Value peak (const File& file)
{
    const auto& sound = file.sound;
    return sound.hasSamples && sound.samples.peak > 0
               ? Value (20 * std::log10 (static_cast<double> (sound.samples.peak)))
               : std::nullopt;
}
Value loudness (const File& file)
{
    return file.sound.loudnessLufs ? Value (*file.sound.loudnessLufs) : std::nullopt;
}
Value dcOffset (const File& file)
{
    return ofSound (file, [] (const SoundFacts& sound)
                    { return std::fabs (static_cast<double> (sound.samples.dcOffset)); });
}
Value clipped (const File& file)
{
    return ofSound (file,
                    [&file] (const SoundFacts& sound)
                    {
                        const auto all =
                            static_cast<double> (std::max<std::int64_t> (1, file.line.numSamples) *
                                                 std::max (1, file.line.numChannels));
                        return static_cast<double> (sound.samples.numClipped) / all;
                    });
}
Value silence (const File& file)
{
    return ofSound (file, [] (const SoundFacts& sound)
                    { return static_cast<double> (sound.samples.silentRatio); });
}
Value noise (const File& file)
{
    return file.sound.snrDb ? Value (*file.sound.snrDb) : std::nullopt;
}
Value bandwidth (const File& file)
{
    return file.sound.bandwidthRatio
               ? Value (static_cast<double> (*file.sound.bandwidthRatio) * file.line.rateHz / 2)
               : std::nullopt;
}
Value onFloor (const File& file)
{
    return file.hasRows () ? Value (file.floorRatio) : std::nullopt;
}

constexpr std::array<Measure, 9> kMeasures {{
    {"duration_s", "Duration", "s", 0.01, 100'000, 42, true, "of files with rows", duration},
    {"peak_dbfs", "Peak", "dBFS", -80, 10, 90, false, "largest sample of all channels", peak},
    {"loudness_lufs", "Loudness", "LUFS", -70, 0, 70, false,
     "integrated, by EBU R 128; files of at least 400 ms and 3364 Hz", loudness},
    {"dc_offset", "DC offset", "", 1e-7, 1, 42, true,
     "magnitude of the mean; full scale is 1, of the channel that has most", dcOffset},
    {"clipped_ratio", "Clipping", "", 1e-7, 1, 42, true,
     "share of samples in runs of three or more at full scale", clipped},
    {"silent_ratio", "Silence", "", 0, 1, 20, false, "share of blocks of 20 ms below -60 dBFS",
     silence},
    {"snr_db", "Signal to noise", "dB", 0, 120, 60, false,
     "estimate from the loudest and the quietest blocks of 20 ms", noise},
    {"bandwidth_hz", "Bandwidth", "Hz", 20, 200'000, 40, true,
     "highest frequency with sound: within 80 dB of the strongest, or a steep edge", bandwidth},
    {"floor_ratio", "Values on the floor", "", 0, 1, 20, false,
     "share of a file's features that equal their smallest value", onFloor},
}};

int cellOf (const Measure& measure, double value)
{
    const double place =
        measure.isLog
            ? std::log (value / measure.lowest) / std::log (measure.highest / measure.lowest)
            : (value - measure.lowest) / (measure.highest - measure.lowest);
    return static_cast<int> (std::clamp (std::floor (place * measure.numCells), 0.0,
                                         static_cast<double> (measure.numCells - 1)));
}
} // namespace

std::span<const Measure> measures ()
{
    return kMeasures;
}

const Measure& measureNamed (std::string_view key)
{
    return *std::ranges::find (kMeasures, key, &Measure::key);
}

double cellLimit (const Measure& measure, int cell) noexcept
{
    const double place = static_cast<double> (cell) / measure.numCells;
    return measure.isLog ? measure.lowest * std::pow (measure.highest / measure.lowest, place)
                         : measure.lowest + place * (measure.highest - measure.lowest);
}

Distribution distributionOf (const Measure& measure, std::span<const ReportFile> files)
{
    Distribution distribution;
    distribution.measure = &measure;
    distribution.cells.resize (static_cast<std::size_t> (measure.numCells));
    std::vector<double> values;
    for (const auto& file : files)
        if (const auto value = measure.valueOf (file))
            values.push_back (*value);
    distribution.count = static_cast<std::int64_t> (values.size ());
    if (values.empty ())
        return distribution;
    std::ranges::sort (values);
    double sum = 0, squares = 0;
    for (const double value : values)
    {
        sum += value;
        if (measure.isLog && value <= 0)
            ++distribution.numZero;
        else
            ++distribution.cells[static_cast<std::size_t> (cellOf (measure, value))];
    }
    const auto count = static_cast<double> (values.size ());
    distribution.least = values.front ();
    distribution.most = values.back ();
    distribution.mean = sum / count;
    for (const double value : values)
        squares += (value - distribution.mean) * (value - distribution.mean);
    distribution.deviation = std::sqrt (squares / count);
    for (const double share : kShares)
        distribution.quantiles.push_back (quantileOf (std::span<const double> (values), share));
    return distribution;
}

} // namespace melstrom
