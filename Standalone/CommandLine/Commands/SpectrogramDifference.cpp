#include "Standalone/CommandLine/Commands/Difference.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

/** A position between two neighbours of an axis. */
struct Between
{
    std::int64_t index = 0;
    double ratio = 0; ///< towards index + 1
};

/** Frames and bands at which both spectrograms are sampled. */
struct Grid
{
    std::vector<double> seconds, hz;
};

Between onTimeAxis (const Spectrogram& of, double seconds)
{
    const double place = std::clamp ((seconds - of.firstFrameSeconds) / of.secondsPerFrame, 0.0,
                                     static_cast<double> (of.numFrames - 1));
    const auto index = static_cast<std::int64_t> (place);
    return {index, place - static_cast<double> (index)};
}

Between onHzAxis (const Spectrogram& of, double hz)
{
    const auto& centres = of.bandCentresHz;
    const auto above = std::ranges::upper_bound (centres, hz);
    if (above == centres.begin ())
        return {};
    const auto index = above - centres.begin () - 1;
    if (above == centres.end ())
        return {index, 0};
    const auto at = static_cast<std::size_t> (index);
    return {index, (hz - centres[at]) / (centres[at + 1] - centres[at])};
}

double valueAt (const Spectrogram& of, Between time, Between band)
{
    const auto at = [&] (std::int64_t frame, std::int64_t index)
    {
        return static_cast<double> (of.frame (std::min (
            frame, of.numFrames - 1))[std::min<std::int64_t> (index, of.numFeatures - 1)]);
    };
    const auto inFrame = [&] (std::int64_t frame)
    { return std::lerp (at (frame, band.index), at (frame, band.index + 1), band.ratio); };
    return time.ratio > 0 ? std::lerp (inFrame (time.index), inFrame (time.index + 1), time.ratio)
                          : inFrame (time.index);
}

bool haveSameFrames (const Spectrogram& first, const Spectrogram& second)
{
    constexpr double sameSeconds = 1e-9;
    return std::abs (first.secondsPerFrame - second.secondsPerFrame) < sameSeconds &&
           std::abs (first.firstFrameSeconds - second.firstFrameSeconds) < sameSeconds;
}

Grid commonGrid (const Spectrogram& first, const Spectrogram& second, double durationSeconds)
{
    const auto& slower = first.secondsPerFrame >= second.secondsPerFrame ? first : second;
    const auto& coarser = first.numFeatures <= second.numFeatures ? first : second;
    const double start = std::max (first.firstFrameSeconds, second.firstFrameSeconds);
    const double end = std::min ({first.secondsAt (first.numFrames - 1),
                                  second.secondsAt (second.numFrames - 1), durationSeconds});
    Grid grid;
    for (std::int64_t frame = 0; frame < slower.numFrames; ++frame)
        if (const double seconds = slower.secondsAt (frame); seconds >= start && seconds <= end)
            grid.seconds.push_back (seconds);
    const double lowest = std::max (first.bandCentresHz.front (), second.bandCentresHz.front ());
    const double highest = std::min (first.bandCentresHz.back (), second.bandCentresHz.back ());
    for (const double hz : coarser.bandCentresHz)
        if (hz >= lowest && hz <= highest)
            grid.hz.push_back (hz);
    return grid;
}

struct Cell
{
    std::int64_t band;
    double differenceDb;
};

double maximumOf (const Spectrogram& of)
{
    return static_cast<double> (*std::ranges::max_element (of.values));
}

double percentile95 (std::vector<double> sizes)
{
    const auto place = sizes.begin () +
                       static_cast<std::ptrdiff_t> (0.95 * static_cast<double> (sizes.size () - 1));
    std::ranges::nth_element (sizes, place);
    return *place;
}

void fillStatistics (SpectrogramDifference& result, const std::vector<Cell>& cells)
{
    const auto numBands = static_cast<std::size_t> (result.numBands);
    std::vector<double> bandSum (numBands, 0.0), bandCount (numBands, 0.0);
    for (const auto& [band, difference] : cells)
    {
        bandSum[static_cast<std::size_t> (band)] += difference;
        bandCount[static_cast<std::size_t> (band)] += 1;
        result.meanDb += difference / static_cast<double> (cells.size ());
        result.largestDb = std::max (result.largestDb, std::abs (difference));
    }
    std::vector<double> plain, withoutMean, withoutBandMeans;
    for (const auto& [band, difference] : cells)
    {
        const auto at = static_cast<std::size_t> (band);
        plain.push_back (std::abs (difference));
        withoutMean.push_back (std::abs (difference - result.meanDb));
        withoutBandMeans.push_back (std::abs (difference - bandSum[at] / bandCount[at]));
    }
    result.p95Db = percentile95 (std::move (plain));
    result.p95WithoutMeanDb = percentile95 (std::move (withoutMean));
    result.p95WithoutBandMeansDb = percentile95 (std::move (withoutBandMeans));
}

} // namespace

SpectrogramDifference differenceOf (const Spectrogram& first, const Spectrogram& second,
                                    double durationSeconds)
{
    SpectrogramDifference result;
    if (first.numFrames == 0 || second.numFrames == 0)
        return result;
    Spectrogram a = first, b = second;
    showAsDecibels (a, SpectrogramDifference::kRangeDb);
    showAsDecibels (b, SpectrogramDifference::kRangeDb);
    const double floorA = maximumOf (a) - SpectrogramDifference::kRangeDb;
    const double floorB = maximumOf (b) - SpectrogramDifference::kRangeDb;

    result.isCellByCell = haveSameFrames (a, b) && a.numFeatures == b.numFeatures;
    if (result.isCellByCell) // compares bands by index
        b.bandCentresHz = a.bandCentresHz;
    const Grid grid = commonGrid (a, b, durationSeconds);
    result.numFrames = static_cast<std::int64_t> (grid.seconds.size ());
    result.numBands = static_cast<std::int64_t> (grid.hz.size ());

    constexpr double margin = 1e-4; // precision of float32 at such levels
    std::vector<Cell> cells;
    for (const double seconds : grid.seconds)
        for (std::size_t band = 0; band < grid.hz.size (); ++band)
        {
            const double hz = grid.hz[band];
            const double valueA = valueAt (a, onTimeAxis (a, seconds), onHzAxis (a, hz));
            const double valueB = valueAt (b, onTimeAxis (b, seconds), onHzAxis (b, hz));
            if (valueA > floorA + margin || valueB > floorB + margin)
                cells.push_back ({static_cast<std::int64_t> (band), valueB - valueA});
        }
    result.numCells = static_cast<std::int64_t> (cells.size ());
    if (! cells.empty ())
        fillStatistics (result, cells);
    return result;
}

} // namespace melstrom
