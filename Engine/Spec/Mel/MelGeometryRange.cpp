// The samples of a signal that a run of rows is made from.
#include "Engine/Spec/Mel/MelGeometry.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Range = MelGeometry::Range;

bool isEmpty (Range r) noexcept
{
    return r.first >= r.end;
}

/** The smallest range that contains both. */
Range hull (Range a, Range b) noexcept
{
    if (isEmpty (a) || isEmpty (b))
        return isEmpty (a) ? b : a;
    return {std::min (a.first, b.first), std::max (a.end, b.end)};
}

/** Maps samples [first, end) of the padded signal to the samples of the signal that they are copies
    of. */
Range withoutPadding (const MelGeometry& g, Range padded, std::int64_t signalSamples) noexcept
{
    const auto last = signalSamples;
    const Range inside {std::max<std::int64_t> (padded.first, 0), std::min (padded.end, last)};
    if (g.spec.framing == Framing::valid || g.spec.padding == Padding::constant)
        return inside;

    // a mirror at the edge sample maps -j to j; a mirror outside of it maps -j to j - 1
    const std::int64_t edge = g.spec.padding == Padding::reflect ? 1 : 0;
    const Range left {padded.first, std::min<std::int64_t> (padded.end, 0)};
    const Range right {std::max (padded.first, last),
                       std::min (padded.end, last + g.padReachSamples)};
    Range all = inside;
    if (! isEmpty (left))
        all = hull (all, {edge - left.end, edge - left.first});
    if (! isEmpty (right))
        all = hull (all, {2 * last - edge - right.end, 2 * last - edge - right.first});
    const bool mirrorsAgain = -padded.first > last || right.end > 2 * last;
    return mirrorsAgain ? Range {0, last} : all;
}

Range ofFrames (const MelGeometry& g, std::int64_t signalSamples, Range rows) noexcept
{
    const std::int64_t halo = g.haloFrames (), allFrames = g.numFrames (signalSamples);
    const auto frames = g.framesOfRows (allFrames, rows.first, rows.end);
    const auto firstFrame = std::max<std::int64_t> (frames.first - halo, 0);
    const auto endFrame = std::min (frames.end + halo, allFrames);
    const Range padded {g.frameStart (firstFrame), g.frameStart (endFrame - 1) + g.spanSamples};
    return withoutPadding (g, padded, signalSamples);
}

/** Long windows overlap: the first segment of a long window may start before the last segment of
    the long window before it. */
Range ofSegments (const MelGeometry& g, Range rows) noexcept
{
    const std::int64_t shorts = g.shortsPerLong;
    auto first = g.segmentStart (rows.first);
    if (const auto nextLong = (rows.first / shorts + 1) * shorts; nextLong < rows.end)
        first = std::min (first, g.segmentStart (nextLong));
    auto lastStart = g.segmentStart (rows.end - 1);
    if (const auto lastLong = (rows.end - 1) / shorts * shorts; lastLong > rows.first)
        lastStart = std::max (lastStart, g.segmentStart (lastLong - 1));
    return {first, lastStart + g.spec.shortWindowSamples};
}
} // namespace

MelGeometry::Range MelGeometry::samplesOfRows (std::int64_t signalSamples, std::int64_t firstRow,
                                               std::int64_t rows) const noexcept
{
    const auto allRows = numRows (signalSamples);
    const Range wanted {std::max<std::int64_t> (firstRow, 0),
                        rows < allRows - firstRow ? firstRow + rows : allRows};
    if (isEmpty (wanted))
        return {};

    auto range = spec.layout == Layout::segments ? ofSegments (*this, wanted)
                                                 : ofFrames (*this, signalSamples, wanted);
    if (spec.preemphasis != 0 && spec.preemphasisScope == PreemphasisScope::signal)
        --range.first;
    range.first = std::clamp<std::int64_t> (range.first, 0, signalSamples);
    range.end = std::clamp (range.end, range.first, signalSamples);
    return range;
}

} // namespace melstrom
