// How far two sounds are apart in time, by their spectrograms.
#include "Standalone/App/Files/FileComparison.h"

#include "Source/Timeline/LayerRows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace melstrom
{

namespace
{

constexpr int kMostFrames = 2048, kFewestFrames = 8;
constexpr std::size_t kGroups = 16;
constexpr float kFloorDb = -90;      ///< quieter levels are equal
constexpr double kLeastShare = 0.25; ///< of the window that has to overlap
constexpr double kLeastAgreement = 0.4;

/** Levels of groups of bands, a frame each step of time; frames that are not known are 0. */
struct Frames
{
    std::vector<std::array<float, kGroups>> levels;
    std::vector<double> power; ///< sums of squares of the frames before
    int numKnown = 0;
};

Frames framesOf (const TimelineLayer& layer, double beginSeconds, double stepSeconds, int count)
{
    Frames frames;
    frames.levels.resize (static_cast<std::size_t> (count));
    std::vector<float> bands (static_cast<std::size_t> (layer.rows->geometry ().rowElements ()));
    std::vector<char> isKnown (frames.levels.size ());
    std::array<double, kGroups> sum {};
    for (std::size_t n = 0; n < frames.levels.size (); ++n)
    {
        const double seconds = beginSeconds + static_cast<double> (n) * stepSeconds;
        const auto row = rowAt (layer, seconds);
        const auto end = std::max (row + 1, rowAt (layer, seconds + stepSeconds));
        if (loudest (*layer.rows, {row, end}, bands) == RowPresence::missing)
            continue;
        auto& levels = frames.levels[n];
        levels.fill (kFloorDb);
        for (std::size_t band = 0; band < bands.size (); ++band)
        {
            auto& level = levels[band * kGroups / bands.size ()];
            level = std::max (level, bands[band]);
        }
        for (std::size_t group = 0; group < kGroups; ++group)
            sum[group] += static_cast<double> (levels[group]);
        isKnown[n] = 1;
        ++frames.numKnown;
    }
    frames.power.push_back (0);
    for (std::size_t n = 0; n < frames.levels.size (); ++n)
    {
        double power = 0;
        for (std::size_t group = 0; isKnown[n] != 0 && group < kGroups; ++group)
        {
            auto& level = frames.levels[n][group];
            level -= static_cast<float> (sum[group] / frames.numKnown);
            power += static_cast<double> (level) * static_cast<double> (level);
        }
        frames.power.push_back (frames.power.back () + power);
    }
    return frames;
}

/** first[n] against second[n + offset]: 1 for equal, 0 for unrelated or too little. */
double agreement (const Frames& first, const Frames& second, std::ptrdiff_t offset)
{
    const auto numFirst = static_cast<std::ptrdiff_t> (first.levels.size ());
    const auto begin = std::max<std::ptrdiff_t> (0, -offset);
    const auto end =
        std::min (numFirst, static_cast<std::ptrdiff_t> (second.levels.size ()) - offset);
    if (static_cast<double> (end - begin) < kLeastShare * static_cast<double> (numFirst))
        return 0;
    std::array<float, kGroups> sums {};
    for (auto n = begin; n < end; ++n)
    {
        const auto& one = first.levels[static_cast<std::size_t> (n)];
        const auto& other = second.levels[static_cast<std::size_t> (n + offset)];
        for (std::size_t group = 0; group < kGroups; ++group)
            sums[group] += one[group] * other[group];
    }
    double product = 0;
    for (const float sum : sums)
        product += static_cast<double> (sum);
    const auto powerOf = [] (const Frames& frames, std::ptrdiff_t from, std::ptrdiff_t until)
    {
        return frames.power[static_cast<std::size_t> (until)] -
               frames.power[static_cast<std::size_t> (from)];
    };
    // of the whole window: an overlap that leaves its sound out does not agree
    const double power =
        powerOf (first, 0, numFirst) * powerOf (second, begin + offset, end + offset);
    return power > 0 ? product / std::sqrt (power) : 0;
}

} // namespace

std::optional<double> alignedStart (const TimelineLayer& first, const TimelineLayer& second,
                                    const TimeWindow& window)
{
    const double rowSeconds =
        1 / std::max (first.rows->rowsPerSecond (), second.rows->rowsPerSecond ());
    const double step = std::max (rowSeconds, window.spanSeconds / kMostFrames);
    const auto count = static_cast<int> (window.spanSeconds / step);
    if (count < kFewestFrames)
        return std::nullopt;
    const auto one = framesOf (first, window.beginSeconds, step, count);
    const auto other = framesOf (second, window.beginSeconds - count * step, step, 3 * count);
    if (std::min (one.numKnown, other.numKnown) < kFewestFrames)
        return std::nullopt;
    std::vector<double> agreements;
    for (int offset = 0; offset <= 2 * count; ++offset)
        agreements.push_back (agreement (one, other, offset));
    const auto best = std::max_element (agreements.begin (), agreements.end ());
    if (*best < kLeastAgreement)
        return std::nullopt;
    double peak = static_cast<double> (best - agreements.begin ());
    if (best != agreements.begin () && best + 1 != agreements.end ())
    {
        const double curve = best[-1] - 2 * best[0] + best[1];
        if (curve < 0)
            peak += 0.5 * (best[-1] - best[1]) / curve;
    }
    return second.startSeconds - (peak - count) * step;
}

} // namespace melstrom
