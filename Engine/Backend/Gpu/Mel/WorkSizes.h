// Sizes of a plan's tables and scratch memory for its largest batch.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom::gpu
{

/** Upper bounds for any batch within the plan's capacity. */
struct WorkSizes
{
    std::int64_t inputBytes = 0, outputBytes = 0; ///< on the device
    std::int64_t numSpans = 0;
    std::int64_t numRows = 0;                 ///< of output
    std::int64_t numFrames = 0;               ///< computed
    std::int64_t numTiles = 0;                ///< 0 without the fused kernel
    std::int64_t numUnits = 0, numBlocks = 0; ///< 0 without statistics

    /** tile: of the fused kernel; framesPerTile is 0 with cuFFT. */
    static WorkSizes of (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                         const MelCapacity& capacity);
};

} // namespace melstrom::gpu
