#include "Engine/Backend/Gpu/Mel/WorkSizes.h"

#include "Engine/Backend/Gpu/Mel/SharedRuns.h"

#include <algorithm>

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

std::int64_t mostTiles (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                        const WorkSizes& sizes)
{
    if (tile.framesPerTile == 0)
        return 0;
    if (program.isShared)
        return sizes.numSpans +
               sizes.numRows /
                   SharedRuns (geometry, program.sharedStepSamples, tile.framesPerTile).shortest ();
    if (program.isSegments && program.framesPerSegment <= tile.framesPerTile)
        return sizes.numSpans + sizes.numRows / tile.unitsPerTile;
    if (program.isSegments)
        return sizes.numRows * upTo (program.framesPerSegment, tile.framesPerTile);
    return sizes.numSpans + sizes.numFrames / tile.framesPerTile;
}
} // namespace

WorkSizes WorkSizes::of (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                         const MelCapacity& capacity)
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
