// Adds sums in the lanes' registers over all lanes, through shared memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/BankChunk.h"
#include "Engine/Backend/Gpu/Kernels/Voices/PartialWaves.h"

namespace melstrom::gpu
{

/** Four floats, read at once. */
struct alignas (16) FourSums
{
    float value[4];
};

/** Sum of a row of lanes, in a fixed order. */
MELSTROM_BOTH float totalOf (const float* row)
{
    const auto* const four = reinterpret_cast<const FourSums*> (row);
    FourSums sum = four[0];
    MELSTROM_UNROLL
    for (int i = 1; i < kBankThreads / 4; ++i)
        for (int j = 0; j < 4; ++j)
            sum.value[j] += four[i].value[j];
    return (sum.value[0] + sum.value[1]) + (sum.value[2] + sum.value[3]);
}

/** Adds sums over lanes. sumsOf: sums of a lane; to: 32 samples */
template <typename Block, typename SumsOf>
MELSTROM_BOTH void storeSums (SumsOf sumsOf, Block& block, BankShared& shared, float* to)
{
    block.each (
        [&] (int lane)
        {
            const HalfSums& sums = sumsOf (lane);
            MELSTROM_UNROLL
            for (int i = 0; i < kHalfSegment; ++i)
            {
                shared.sums[i][lane] = sums.even[i];
                shared.sums[kHalfSegment + i][lane] = sums.odd[i];
            }
        });
    block.each ([&] (int lane) { shared.totals[lane] = totalOf (shared.sums[lane]); });
    block.each (
        [&] (int lane)
        {
            const bool isLate = lane >= kHalfSegment;
            const int i = isLate ? lane - kHalfSegment : kHalfSegment - 1 - lane;
            const float odd = shared.totals[kHalfSegment + i];
            to[lane] = shared.totals[i] + (isLate ? odd : -odd);
        });
}

} // namespace melstrom::gpu
