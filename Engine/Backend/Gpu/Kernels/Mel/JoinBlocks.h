// Statistics of units from the statistics of their blocks, joined in order like
// SignalStatistics::join.
// (blocks, bands) -> (units, bands), smoother starts (blocks, bands). One thread a band of a unit.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"

namespace melstrom::gpu
{

/** Maximum of all bands; never lowers the stored value. */
MELSTROM_BOTH void joinMaximum (const MelWork& work, int index) noexcept
{
    const DeviceUnit& unit = work.units[index];
    std::uint32_t most = work.unitMaximum[index];
    for (int i = 0; i < unit.numBlocks; ++i)
    {
        const std::uint32_t ordered = orderedBits (work.blockMaximum[unit.firstBlock + i]);
        most = ordered > most ? ordered : most;
    }
    work.unitMaximum[index] = most;
}

/** Joins means and sums of squares pair by pair. Source: Chan, Golub & LeVeque 1979. */
MELSTROM_BOTH void joinMoments (const MelWork& work, int index, int band) noexcept
{
    const DeviceUnit& unit = work.units[index];
    const std::int64_t numBands = work.program.numBands;
    double count = 0, mean = 0, squares = 0;
    for (int i = 0; i < unit.numBlocks; ++i)
    {
        const std::int64_t block = unit.firstBlock + i;
        const double added = work.blocks[block].numFrames;
        const double shift = work.blockMean[block * numBands + band] - mean;
        mean += shift * added / (count + added);
        squares += work.blockSquares[block * numBands + band] +
                   shift * shift * count * added / (count + added);
        count += added;
    }
    work.unitMean[index * numBands + band] = mean;
    work.unitDeviation[index * numBands + band] =
        count > 1 ? std::sqrt (squares / (count - 1)) : 0.0;
}

/** As in librosa, the smoother starts from the steady state of a signal of ones. */
MELSTROM_BOTH void joinSmoother (const MelWork& work, int index, int band) noexcept
{
    const DeviceUnit& unit = work.units[index];
    const std::int64_t numBands = work.program.numBands;
    const double decay = work.program.smootherDecay;
    float state = 1;
    for (int i = 0; i < unit.numBlocks; ++i)
    {
        const std::int64_t block = unit.firstBlock + i;
        work.smootherStart[block * numBands + band] = state;
        state = static_cast<float> (std::pow (decay, work.blocks[block].numFrames) * state +
                                    work.blockSmoother[block * numBands + band]);
    }
}

/** element: index in (units, bands). */
MELSTROM_BOTH void joinBand (const MelWork& work, std::int64_t element) noexcept
{
    const auto unit = static_cast<int> (element / work.program.numBands);
    const auto band = static_cast<int> (element % work.program.numBands);
    if (work.program.needsMaximum && band == 0)
        joinMaximum (work, unit);
    if (work.program.needsMoments)
        joinMoments (work, unit, band);
    if (work.program.hasPcen)
        joinSmoother (work, unit, band);
}

} // namespace melstrom::gpu
