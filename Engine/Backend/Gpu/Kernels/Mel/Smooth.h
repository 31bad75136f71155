// PCEN, in place: bias^p expm1 (p log1p (S exp (-g (ln eps + log1p (M/eps)))/bias)).
// MelWork::rows (frames, planes). A thread block computes 32 bands of a statistics block, lanes
// over bands, warps over groups of 32 frames: it joins the groups' smoothers, then runs each group
// from its start state.
// Bytes: 4 read twice (once from cache) and 4 written a band. Source: librosa.pcen.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/BandGroups.h"

namespace melstrom::gpu
{

inline constexpr int kSmoothSharedFloats = kMostGroups * kBandLanes;

MELSTROM_BOTH int bandTilesOf (const MelProgram& program) noexcept
{
    return (program.numBands + kBandLanes - 1) / kBandLanes;
}

/** item: index in (blocks, tiles of bands). ends: kSmoothSharedFloats of shared memory. */
template <typename Block>
MELSTROM_BOTH void smoothBands (const MelWork& work, std::int64_t item, Block& block, float* ends)
{
    const MelProgram& program = work.program;
    const auto index = item / bandTilesOf (program);
    const auto firstBand = static_cast<int> (item % bandTilesOf (program)) * kBandLanes;
    const BandGroups bands (work, work.blocks[index], firstBand);
    const float* const starts = work.smootherStart + index * program.numBands + firstBand;
    const float decay = program.smootherDecay;
    smoothGroups (bands, decay, block, ends);
    block.each (
        [&] (int thread)
        {
            bands.forLaneOf (thread, [&] (int lane)
                             { joinGroups (bands, decay, starts[lane], lane, ends); });
        });
    block.each (
        [&] (int thread)
        {
            bands.forGroupsOf (thread,
                               [&] (int group, int lane)
                               {
                                   float state = ends[group * kBandLanes + lane];
                                   for (int t = group * kGroupFrames; t < bands.groupEnd (group);
                                        ++t)
                                   {
                                       float& value = bands.at (t, lane);
                                       state = smoothed (decay, state, value);
                                       value = pcenOf (program, value, state);
                                   }
                               });
        });
}

} // namespace melstrom::gpu
