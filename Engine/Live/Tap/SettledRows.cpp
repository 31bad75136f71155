#include "Engine/Live/Tap/SettledRows.h"

#include <algorithm>
#include <cstdlib>

namespace melstrom
{

namespace
{
/** More samples than any row reaches beyond those that have come, and few enough that rows can be
    counted in 64 bits. */
constexpr std::int64_t kFarSamples = std::int64_t {1} << 40;

std::int64_t neighbours (const MelGeometry& geometry) noexcept
{
    return geometry.spec.layout == Layout::frames ? geometry.haloFrames () : 0;
}

/** Whether a row's first frame, deltas' neighbours included, begins before a signal that is mirrored
    there. */
bool beginsInMirror (const MelGeometry& geometry, std::int64_t row) noexcept
{
    const MelSpec& spec = geometry.spec;
    if (spec.layout == Layout::segments || spec.padding == Padding::constant)
        return false;
    const auto firstFrame = std::max<std::int64_t> (0, row - geometry.haloFrames ());
    return geometry.frameStart (firstFrame) < 0;
}
} // namespace

bool areSettled (const MelGeometry& geometry, std::int64_t numSamples, std::int64_t firstRow,
                 std::int64_t numRows) noexcept
{
    // Signals never lose rows by getting longer.
    if (firstRow + numRows + neighbours (geometry) > geometry.numRows (numSamples))
        return false;
    const auto range = geometry.samplesOfRows (numSamples + kFarSamples, firstRow, numRows);
    return range.end <= numSamples;
}

std::int64_t numSettledRows (const MelGeometry& geometry, std::int64_t numSamples,
                             std::int64_t firstRow, std::int64_t mostRows) noexcept
{
    std::int64_t low = 0, high = mostRows;
    while (low < high)
    {
        const auto middle = (low + high + 1) / 2;
        if (areSettled (geometry, numSamples, firstRow, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

std::int64_t firstSampleNeeded (const MelGeometry& geometry, std::int64_t numSamples,
                                std::int64_t firstRow) noexcept
{
    // Frames that lie in the mirror before the signal are made from samples that come the earlier
    // the later the frame, until a frame reaches sample 0.
    if (beginsInMirror (geometry, firstRow))
        return 0;
    // The next long window may start before the rest of this one does; later ones start later.
    const std::int64_t rows = 1 + geometry.shortsPerLong;
    const auto first = geometry.samplesOfRows (numSamples + kFarSamples, firstRow, rows).first;
    // No frame reaches further over the end than a transform, and a mirror brings it back as far.
    return std::max<std::int64_t> (0, std::min (first, numSamples - geometry.fftSamples - 1));
}

std::int64_t mostSamplesNeeded (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    // one each: pre-emphasis, and a mirror at the edge sample
    const std::int64_t besides = geometry.fftSamples + 2;
    if (geometry.spec.layout == Layout::segments)
        return ((numRows - 1) / geometry.shortsPerLong + 2) * geometry.spec.longHopSamples +
               geometry.spec.longWindowSamples + besides;
    // one hop each: a frame that is dropped, and Kaldi's frames around the middle of a hop
    return (numRows + 2 * geometry.haloFrames () + 2) * geometry.hopSamples + geometry.fftSamples +
           std::abs (geometry.padSamples) + besides;
}

} // namespace melstrom
