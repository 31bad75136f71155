#include "Engine/Dsp/Resample/PolyphasePeriods.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr int kFewestTaps = 64, kMostTaps = 4096, kMostSamples = 4096;
constexpr int kRound = 4; ///< samples that the kernel transposes together

constexpr int kPhases = PolyphasePeriods::kPhases;

/** The taps of outputs `first` to first + kPhases - 1, side by side. */
PeriodTile tileOf (const PolyphaseFilter& filter, int first, std::vector<float>& taps)
{
    const auto& shape = filter.shape ();
    const auto sampleOf = [&] (int output)
    { return static_cast<int> (shape.firstSampleOf (output) - shape.firstTap); };
    PeriodTile tile {sampleOf (first), 0, taps.size ()};
    tile.numSamples = sampleOf (first + kPhases - 1) - tile.firstSample + shape.numTaps;
    taps.resize (taps.size () + static_cast<std::size_t> (kPhases * tile.numSamples));
    for (int output = 0; output < kPhases; ++output)
    {
        const float* const row =
            filter.taps () + std::int64_t {(first + output) % shape.numPhases} * filter.rowTaps ();
        const int at = sampleOf (first + output) - tile.firstSample;
        for (int tap = 0; tap < shape.numTaps; ++tap)
            taps[tile.firstTap + static_cast<std::size_t> (kPhases * (at + tap) + output)] =
                row[tap];
    }
    return tile;
}
} // namespace

std::optional<PolyphasePeriods> PolyphasePeriods::of (const PolyphaseFilter& filter)
{
    const auto& shape = filter.shape ();
    // the fewest outputs that are whole tiles and whole periods of the rates
    const auto unit = std::lcm (std::int64_t {kPhases}, std::int64_t {shape.numPhases});
    const auto unitSamples = unit / shape.numPhases * shape.inputStep;
    if (shape.numTaps < kFewestTaps || shape.numTaps > kMostTaps || unitSamples > kMostSamples ||
        unit > kMostSamples)
        return std::nullopt;
    // a period repeats the transposition of numTaps samples
    const auto wanted = std::int64_t {2} * shape.numTaps;
    const auto numUnits = std::clamp ((wanted + unitSamples - 1) / unitSamples, std::int64_t {1},
                                      kMostSamples / unit); // outputs are held, too
    PolyphasePeriods periods;
    periods.outputs_ = static_cast<int> (numUnits * unit);
    periods.samples_ = static_cast<int> (numUnits * unitSamples);
    std::vector<PeriodTile> ofUnit;
    for (int first = 0; first < unit; first += kPhases)
        ofUnit.push_back (tileOf (filter, first, periods.taps_));
    for (std::int64_t i = 0; i < numUnits; ++i)
        for (auto tile : ofUnit)
        {
            tile.firstSample += static_cast<int> (i * unitSamples);
            periods.tiles_.push_back (tile);
        }
    const auto& last = periods.tiles_.back ();
    periods.reach_ = (last.firstSample + last.numSamples + kRound - 1) / kRound * kRound;
    periods.transposed_.resize (static_cast<std::size_t> (periods.reach_) * kMostLanes);
    return periods;
}

} // namespace melstrom
