// How much a CPU worker holds at a time, and the memory that takes.
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
    int tileFrames = 0; ///< fetched at a time, so that their samples stay in the first cache
    std::int64_t pieceFrames = 0; ///< finished at a time
    std::int64_t mostFrames = 0;  ///< of any planar stretch: a piece with its deltas' neighbours, a
                                  ///< segment, a whole signal
    std::size_t stride = 0;       ///< floats from one plane to the next

    // floats
    std::size_t tileSamples = 0, frameScratch = 0, planes = 0;
    std::size_t features = 0;  ///< 0 where the bands are the features
    std::size_t converted = 0; ///< 0 where rows go straight to the output

    std::size_t bytes () const noexcept
    {
        return 4 * (tileSamples + frameScratch + planes + features + converted);
    }
};

} // namespace melstrom
