// How large the tables and the scratch memory of a plan must be for its largest batch.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/MelPlan.h"

namespace melstrom::cuda
{

/** Consecutive segments that share the frames of one tile. */
struct SharedRun
{
    std::int64_t endSegment = 0;
    std::int64_t firstFrame = 0, endFrame = 0; ///< of the grid
};

/** The longest run of segments from `first` on, before `end`, whose frames fit into a tile; at least
    one. Any part of a run fits as well, which is what bounds the number of tiles. */
SharedRun sharedRunFrom (const MelGeometry& geometry, int stepSamples, int framesPerTile,
                         std::int64_t first, std::int64_t end) noexcept;

/** The most that any batch within the plan's capacity needs of each. */
struct WorkSizes
{
    std::int64_t inputBytes = 0, outputBytes = 0; ///< on the device
    std::int64_t numSpans = 0;
    std::int64_t numRows = 0;                 ///< of output
    std::int64_t numFrames = 0;               ///< computed
    std::int64_t numTiles = 0;                ///< none without the fused kernel
    std::int64_t numUnits = 0, numBlocks = 0; ///< none without statistics

    /** tile: of the fused kernel; framesPerTile 0 without it. */
    static WorkSizes of (const MelGeometry& geometry, const MelProgram& program, TileShape tile,
                         const MelCapacity& capacity) noexcept;
};

} // namespace melstrom::cuda
