// From bands to features: dB reference and top, normalisation, affine map, cosine transform.
// MelWork::rows (frames, planes), in place, -> features (frames, static). A thread block computes
// 32 rows: first its threads share the bands, then a warp computes a coefficient with a lane a row.
// Bytes: 4 read and 4 written a band; with coefficients 4 more a coefficient.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/RowSearch.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"
#include "Engine/Dsp/Mel/FinishedBand.h"

namespace melstrom::gpu
{

inline constexpr int kFinishThreads = 256;
inline constexpr int kFinishLanes = 32;
/** 24 KiB: several thread blocks fit on a multiprocessor */
inline constexpr int kMostFinishFloats = 6144;

/** Floats from one row to the next in shared memory. Odd, to avoid bank conflicts. */
MELSTROM_BOTH int finishPitch (const MelProgram& program) noexcept
{
    return program.numBands | 1;
}

/** Rows of one thread block at a time. */
MELSTROM_BOTH int finishRowsPerTile (const MelProgram& program) noexcept
{
    if (program.numCoefficients == 0)
        return kFinishLanes;
    const int fitting = kMostFinishFloats / finishPitch (program);
    return fitting < 1 ? 1 : fitting < kFinishLanes ? fitting : kFinishLanes;
}

MELSTROM_BOTH int finishSharedFloats (const MelProgram& program) noexcept
{
    return program.numCoefficients == 0 ? 0 : finishRowsPerTile (program) * finishPitch (program);
}

/** Shared memory of one tile. */
struct FinishShared
{
    int* units;   ///< (kFinishLanes): unit of each row, -1: none
    float* bands; ///< (finishSharedFloats)
};

MELSTROM_BOTH bool needsUnits (const MelProgram& program) noexcept
{
    return program.needsMaximum || program.needsMoments;
}

MELSTROM_BOTH bool changesBands (const MelProgram& program) noexcept
{
    return needsUnits (program) || program.isAffine;
}

/** Final value of a band. unit: of the row, if needed. */
MELSTROM_BOTH float finishedBand (const MelWork& work, int unit, int band, float value) noexcept
{
    const MelProgram& program = work.program;
    const float maximum = program.needsMaximum ? fromOrderedBits (work.unitMaximum[unit]) : 0.0f;
    if (hasDecibelRange (program))
        value = decibelRange (program, maximum).of (value);
    if (program.isWhisper)
        value = whisperScaled (value, maximum);
    if (program.isPerFeature)
    {
        const std::int64_t at = static_cast<std::int64_t> (unit) * program.numBands + band;
        value = normalisedFeature (value, work.unitMean[at], work.unitDeviation[at]);
    }
    return program.isAffine ? affineFeature (value, program.affineMean, program.affineDivisor)
                            : value;
}

/** Finishes the bands of rows [firstRow, firstRow + numRows): one thread's share. */
MELSTROM_BOTH void finishBandsOf (const MelWork& work, std::int64_t firstRow, int numRows,
                                  const FinishShared& shared, int thread) noexcept
{
    const MelProgram& program = work.program;
    float* const rows = work.rows + firstRow * program.numPlanes + program.firstBandPlane;
    for (int i = thread; i < numRows * program.numBands; i += kFinishThreads)
    {
        const int row = i / program.numBands, band = i % program.numBands;
        float& value = rows[row * program.numPlanes + band];
        const int unit = needsUnits (program) ? shared.units[row] : 0;
        if (changesBands (program) && unit >= 0)
            value = finishedBand (work, unit, band, value);
        if (program.numCoefficients > 0)
            shared.bands[row * finishPitch (program) + band] = value;
    }
}

/** Computes coefficients of those rows: one thread's share. With energy, it replaces coefficient
    0. */
MELSTROM_BOTH void transformRows (const MelWork& work, std::int64_t firstRow, int numRows,
                                  const float* bands, int thread) noexcept
{
    const MelProgram& program = work.program;
    const int row = thread % kFinishLanes;
    if (row >= numRows)
        return;
    for (int k = thread / kFinishLanes; k < program.numCoefficients;
         k += kFinishThreads / kFinishLanes)
    {
        float sum = 0;
        if (k == 0 && program.useEnergy)
            sum = work.rows[(firstRow + row) * program.numPlanes];
        else
            for (int band = 0; band < program.numBands; ++band)
                sum += program.dct[k * program.numBands + band] *
                       bands[row * finishPitch (program) + band];
        work.features[(firstRow + row) * program.numStatic + k] = sum;
    }
}

MELSTROM_BOTH std::int64_t finishTilesOf (const MelWork& work) noexcept
{
    const int rows = finishRowsPerTile (work.program);
    return (work.counts->numFrames + rows - 1) / rows;
}

/** Computes one tile of finishRowsPerTile rows, or of the remaining rows. */
template <typename Block>
MELSTROM_BOTH void finishTile (const MelWork& work, std::int64_t tile, Block& block,
                               const FinishShared& shared)
{
    const MelProgram& program = work.program;
    const int most = finishRowsPerTile (program);
    const std::int64_t firstRow = tile * most, left = work.counts->numFrames - firstRow;
    const int numRows = left < most ? static_cast<int> (left) : most;
    if (needsUnits (program))
        block.each (
            [&] (int thread)
            {
                if (thread < numRows)
                    shared.units[thread] =
                        itemOfRow (work.units, work.counts->numUnits, firstRow + thread);
            });
    block.each ([&] (int thread) { finishBandsOf (work, firstRow, numRows, shared, thread); });
    if (program.numCoefficients > 0)
        block.each ([&] (int thread)
                    { transformRows (work, firstRow, numRows, shared.bands, thread); });
}

} // namespace melstrom::gpu
