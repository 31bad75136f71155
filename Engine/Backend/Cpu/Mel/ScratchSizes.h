// Frames that a CPU worker computes at a time, and the scratch memory for them.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"
#include "Engine/Backend/MelPlan.h"
#include "Engine/Backend/SharedFrames.h"

namespace melstrom
{

struct ScratchSizes
{
    ScratchSizes (const MelGeometry& geometry, const MelCapacity& capacity) noexcept;

    SharedFrames shared;
    int tileFrames = 0; ///< fetched at a time; their samples stay in the first-level cache
    std::int64_t pieceFrames = 0; ///< finished at a time
    /** largest planar range: a piece with the neighbours of its deltas, a segment, or a whole
        signal */
    std::int64_t mostFrames = 0;
    std::size_t stride = 0; ///< floats from one plane to the next

    // floats
    std::size_t tileSamples = 0, frameScratch = 0, planes = 0;
    std::size_t features = 0;  ///< 0 if the bands are the features
    std::size_t converted = 0; ///< 0 if rows go directly to the output

    std::size_t bytes () const noexcept
    {
        return 4 * (tileSamples + frameScratch + planes + features + converted);
    }
};

} // namespace melstrom
