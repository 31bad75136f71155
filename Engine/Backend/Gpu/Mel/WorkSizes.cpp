#include "Engine/Backend/Gpu/Mel/WorkSizes.h"

#include <algorithm>
#include <limits>

namespace melstrom::gpu
{

namespace
{
/** Copies keep a sample's address modulo 256 bytes, and kernels load whole words around a
    sample. */
constexpr std::int64_t kInputSlackBytes = 1024;

std::int64_t upTo (std::int64_t count, std::int64_t part) noexcept
{
    return (count + part - 1) / part;
}

/** Segments of the shortest run that ends because its tile is full. */
std::int64_t shortestRun (const MelGeometry& geometry, int stepSamples, int framesPerTile) noexcept
{
    constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max ();
    std::int64_t shortest = kNoEnd;
    for (std::int64_t first = 0; first < geometry.shortsPerLong; ++first)
        shortest = std::min (
            shortest,
            sharedRunFrom (geometry, stepSamples, framesPerTile, first, kNoEnd).endSegment - first);
    return shortest;
}

std::int64_t mostTiles (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                        const WorkSizes& sizes) noexcept
{
    if (tile.framesPerTile == 0)
        return 0;
    if (program.isShared)
        return sizes.numSpans + sizes.numRows / shortestRun (geometry, program.sharedStepSamples,
                                                             tile.framesPerTile);
    if (program.isSegments && program.framesPerSegment <= tile.framesPerTile)
        return sizes.numSpans + sizes.numRows / tile.unitsPerTile;
    if (program.isSegments)
        return sizes.numRows * upTo (program.framesPerSegment, tile.framesPerTile);
    return sizes.numSpans + sizes.numFrames / tile.framesPerTile;
}
} // namespace

SharedRun sharedRunFrom (const MelGeometry& geometry, int stepSamples, int framesPerTile,
                         std::int64_t first, std::int64_t end) noexcept
{
    const auto gridFrame = [&] (std::int64_t segment)
    { return geometry.segmentStart (segment) / stepSamples; };
    SharedRun run {first + 1, gridFrame (first), gridFrame (first) + geometry.framesPerSegment};
    for (; run.endSegment < end; ++run.endSegment)
    {
        const std::int64_t frame = gridFrame (run.endSegment);
        const std::int64_t from = std::min (run.firstFrame, frame),
                           to = std::max (run.endFrame, frame + geometry.framesPerSegment);
        if (to - from > framesPerTile)
            break;
        run.firstFrame = from;
        run.endFrame = to;
    }
    return run;
}

WorkSizes WorkSizes::of (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                         const MelCapacity& capacity) noexcept
{
    WorkSizes sizes;
    sizes.inputBytes = static_cast<std::int64_t> (capacity.inputBytes) + kInputSlackBytes;
    sizes.outputBytes = static_cast<std::int64_t> (capacity.outputBytes);
    sizes.numSpans = std::max (1, capacity.numSpans);
    sizes.numRows = std::max<std::int64_t> (1, sizes.outputBytes / geometry.rowBytes ());
    sizes.numFrames = program.isSegments
                          ? sizes.numRows * program.framesPerSegment
                          : sizes.numRows + 2 * geometry.haloFrames () * sizes.numSpans;
    sizes.numTiles = mostTiles (geometry, program, tile, sizes);
    if (geometry.spec.needsSignalStatistics ())
    {
        sizes.numUnits = program.isSegments ? sizes.numRows : sizes.numSpans;
        sizes.numBlocks = program.isSegments
                              ? sizes.numRows * upTo (program.framesPerSegment, kStatisticsFrames)
                              : sizes.numSpans + sizes.numFrames / kStatisticsFrames;
    }
    return sizes;
}

} // namespace melstrom::gpu
