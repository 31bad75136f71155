// How a thread block divides one statistics block: lanes are bands, warps are groups of frames.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Backend/SignalStatistics.h"
#include "Engine/Dsp/Mel/FinishedBand.h"

namespace melstrom::gpu
{

inline constexpr int kGroupThreads = 256;
inline constexpr int kBandLanes = 32;   ///< neighbouring bands, read together
inline constexpr int kGroupFrames = 32; ///< frames that one thread processes in order
inline constexpr int kMostGroups = kStatisticsFrames / kGroupFrames;

/** kBandLanes bands of one statistics block. Groups begin at the block's first frame, so results do
    not depend on the block's place in a batch. */
struct BandGroups
{
    float* first = nullptr; ///< frame 0, lane 0
    std::int64_t stride = 0;
    int numFrames = 0, numLanes = 0;

    MELSTROM_BOTH BandGroups (const MelWork& work, const DeviceBlock& block, int firstBand) noexcept
        : stride (work.program.numPlanes), numFrames (block.numFrames)
    {
        first = work.rows + block.scratchRow * stride + work.program.firstBandPlane + firstBand;
        const int left = work.program.numBands - firstBand;
        numLanes = left < kBandLanes ? left : kBandLanes;
    }

    MELSTROM_BOTH int numGroups () const noexcept
    {
        return (numFrames + kGroupFrames - 1) / kGroupFrames;
    }
    MELSTROM_BOTH int groupEnd (int group) const noexcept
    {
        const int end = (group + 1) * kGroupFrames;
        return end < numFrames ? end : numFrames;
    }
    MELSTROM_BOTH float& at (int frame, int lane) const noexcept
    {
        return first[frame * stride + lane];
    }

    /** Calls body (group, lane) for this thread's pairs. */
    template <typename Body>
    MELSTROM_BOTH void forGroupsOf (int thread, Body body) const
    {
        const int lane = thread % kBandLanes;
        if (lane < numLanes)
            for (int group = thread / kBandLanes; group < numGroups ();
                 group += kGroupThreads / kBandLanes)
                body (group, lane);
    }
    /** Calls body (lane), one thread a lane. */
    template <typename Body>
    MELSTROM_BOTH void forLaneOf (int thread, Body body) const
    {
        if (thread < numLanes)
            body (thread);
    }
};

/** State of the smoother after each group, from state zero.
    ends (kMostGroups, kBandLanes) */
template <typename Block>
MELSTROM_BOTH void smoothGroups (const BandGroups& bands, float decay, Block& block, float* ends)
{
    block.each (
        [&] (int thread)
        {
            bands.forGroupsOf (thread,
                               [&] (int group, int lane)
                               {
                                   float state = 0;
                                   for (int t = group * kGroupFrames; t < bands.groupEnd (group);
                                        ++t)
                                       state = smoothed (decay, state, bands.at (t, lane));
                                   ends[group * kBandLanes + lane] = state;
                               });
        });
}

/** Joins the groups of one lane in order: state = decay^frames state + end. Replaces ends (as in
    smoothGroups) by the states before each group; returns the last state. Joins in float64, so that
    the error is that of the groups. */
MELSTROM_BOTH float joinGroups (const BandGroups& bands, float decay, float start, int lane,
                                float* ends) noexcept
{
    const int last = bands.numGroups () - 1;
    const double left = std::pow (static_cast<double> (decay), kGroupFrames);
    const double leftOfLast =
        std::pow (static_cast<double> (decay), bands.numFrames - last * kGroupFrames);
    double state = start;
    for (int group = 0; group <= last; ++group)
    {
        float& end = ends[group * kBandLanes + lane];
        const float before = static_cast<float> (state);
        state = (group < last ? left : leftOfLast) * state + end;
        end = before;
    }
    return static_cast<float> (state);
}

} // namespace melstrom::gpu
