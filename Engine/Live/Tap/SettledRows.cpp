#include "Engine/Live/Tap/SettledRows.h"

#include <algorithm>
#include <cstdlib>

namespace melstrom
{

namespace
{
/** Simulated further length of the signal: longer than any row reaches past the present samples,
    short enough to count rows in 64 bits. */
constexpr std::int64_t kFarSamples = std::int64_t {1} << 40;

std::int64_t neighbours (const MelGeometry& geometry) noexcept
{
    return geometry.spec.layout == Layout::frames ? geometry.haloFrames () : 0;
}

/** Whether a row's first frame, neighbours of deltas included, starts in the mirrored samples
    before the signal. */
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
    // A longer signal never has fewer rows.
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
    // Within the mirror before the signal, a later frame needs earlier samples, until a frame
    // reaches sample 0.
    if (beginsInMirror (geometry, firstRow))
        return 0;
    // The next long window may start before the remaining rows of this one; later ones start later.
    const std::int64_t rows = 1 + geometry.shortsPerLong;
    const auto first = geometry.samplesOfRows (numSamples + kFarSamples, firstRow, rows).first;
    // A frame reaches at most one transform past the end; a mirror reflects it back as far.
    return std::max<std::int64_t> (0, std::min (first, numSamples - geometry.fftSamples - 1));
}

std::int64_t mostSamplesNeeded (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    // one sample each for pre-emphasis and for a mirror at the edge sample
    const std::int64_t besides = geometry.fftSamples + 2;
    if (geometry.spec.layout == Layout::segments)
        return ((numRows - 1) / geometry.shortsPerLong + 2) * geometry.spec.longHopSamples +
               geometry.spec.longWindowSamples + besides;
    // one hop each for a dropped frame and for Kaldi's frames, which are centred on a hop's middle
    return (numRows + 2 * geometry.haloFrames () + 2) * geometry.hopSamples + geometry.fftSamples +
           std::abs (geometry.padSamples) + besides;
}

} // namespace melstrom
