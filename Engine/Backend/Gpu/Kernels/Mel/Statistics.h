// Maximum, moments and smoother of blocks of 1024 frames, then of whole units.
// MelWork::rows -> (blocks, bands) -> (units, bands). One thread block a statistics block, lanes
// over bands, warps over groups of 32 frames; then one thread a band of a unit.
// Bytes: 4 read a band and frame, from cache for several statistics; almost nothing written.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/BandGroups.h"

#include <bit>
#include <limits>

namespace melstrom::gpu
{

/** An integer with the same order as the float; above kOrderedLowest. */
MELSTROM_BOTH std::uint32_t orderedBits (float value) noexcept
{
    const auto bits = std::bit_cast<std::uint32_t> (value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

MELSTROM_BOTH float fromOrderedBits (std::uint32_t ordered) noexcept
{
    return std::bit_cast<float> ((ordered & 0x80000000u) != 0 ? ordered & 0x7fffffffu : ~ordered);
}

/** Shared memory of one statistics block. */
struct StatisticsShared
{
    double sums[kMostGroups * kBandLanes];
    double means[kBandLanes];
    float ends[kMostGroups * kBandLanes];
    float maxima[kGroupThreads];
};

/** Computes each thread's maximum. */
template <typename Block>
MELSTROM_BOTH void raiseMaxima (const BandGroups& bands, Block& block, float* maxima)
{
    block.each (
        [&] (int thread)
        {
            float most = maxima[thread];
            bands.forGroupsOf (thread,
                               [&] (int group, int lane)
                               {
                                   for (int t = group * kGroupFrames; t < bands.groupEnd (group);
                                        ++t)
                                       most = bands.at (t, lane) > most ? bands.at (t, lane) : most;
                               });
            maxima[thread] = most;
        });
}

/** Sums f (value, lane) over frames, group by group, into `to` (lanes). */
template <typename Block, typename Function>
MELSTROM_BOTH void sumFrames (const BandGroups& bands, Block& block, double* groupSums,
                              Function function, double* to)
{
    block.each (
        [&] (int thread)
        {
            bands.forGroupsOf (thread,
                               [&] (int group, int lane)
                               {
                                   double sum = 0;
                                   for (int t = group * kGroupFrames; t < bands.groupEnd (group);
                                        ++t)
                                       sum += function (bands.at (t, lane), lane);
                                   groupSums[group * kBandLanes + lane] = sum;
                               });
        });
    block.each (
        [&] (int thread)
        {
            bands.forLaneOf (thread,
                             [&] (int lane)
                             {
                                 double sum = 0;
                                 for (int group = 0; group < bands.numGroups (); ++group)
                                     sum += groupSums[group * kBandLanes + lane];
                                 to[lane] = sum;
                             });
        });
}

/** mean, squares (lanes) of this statistics block */
template <typename Block>
MELSTROM_BOTH void gatherMoments (const BandGroups& bands, Block& block, StatisticsShared& shared,
                                  double* mean, double* squares)
{
    sumFrames (
        bands, block, shared.sums, [] (float x, int) { return double {x}; }, shared.means);
    block.each (
        [&] (int thread)
        {
            bands.forLaneOf (thread, [&] (int lane)
                             { mean[lane] = shared.means[lane] /= bands.numFrames; });
        });
    const auto square = [&] (float x, int lane)
    { return (x - shared.means[lane]) * (x - shared.means[lane]); };
    sumFrames (bands, block, shared.sums, square, squares);
}

/** All statistics of block `index`. */
template <typename Block>
MELSTROM_BOTH void gatherBlock (const MelWork& work, int index, Block& block,
                                StatisticsShared& shared)
{
    const MelProgram& program = work.program;
    const std::int64_t firstResult = static_cast<std::int64_t> (index) * program.numBands;
    block.each ([&] (int thread)
                { shared.maxima[thread] = -std::numeric_limits<float>::infinity (); });
    for (int firstBand = 0; firstBand < program.numBands; firstBand += kBandLanes)
    {
        const BandGroups bands (work, work.blocks[index], firstBand);
        const std::int64_t at = firstResult + firstBand;
        if (program.needsMaximum)
            raiseMaxima (bands, block, shared.maxima);
        if (program.needsMoments)
            gatherMoments (bands, block, shared, work.blockMean + at, work.blockSquares + at);
        if (! program.hasPcen)
            continue;
        smoothGroups (bands, program.smootherDecay, block, shared.ends);
        block.each (
            [&] (int thread)
            {
                bands.forLaneOf (thread,
                                 [&] (int lane)
                                 {
                                     work.blockSmoother[at + lane] = joinGroups (
                                         bands, program.smootherDecay, 0.0f, lane, shared.ends);
                                 });
            });
    }
    if (! program.needsMaximum)
        return;
    for (int width = kGroupThreads / 2; width > 0; width /= 2)
        block.each (
            [&] (int thread)
            {
                const float other = thread < width ? shared.maxima[thread + width] : 0.0f;
                if (thread < width && other > shared.maxima[thread])
                    shared.maxima[thread] = other;
            });
    block.each (
        [&] (int thread)
        {
            if (thread == 0)
                work.blockMaximum[index] = shared.maxima[0];
        });
}

} // namespace melstrom::gpu
