// band = sum of weight |X|^2 (or sqrt (|X|^2 + epsilon)) over its bins, then its logarithm.
// spectra (chunkFrames, bins) -> MelWork::rows (frames, planes). One thread a band of a frame.
// Bytes: 8 read a bin and frame, twice where bands overlap (from cache); 4 written a band.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"

namespace melstrom::gpu
{

/** element: index in (chunkFrames, bands). Skips unused rows. */
template <typename Block>
MELSTROM_BOTH void projectBand (const MelWork& work, std::int64_t element)
{
    const MelProgram& program = work.program;
    const std::int64_t frame = element / program.numBands;
    const auto band = static_cast<int> (element % program.numBands);
    const std::int64_t row = work.chunkFirstFrame + frame;
    if (row >= work.counts->numFrames)
        return;
    const Complex* const bins =
        work.spectraBuffer + frame * program.numBins + program.bandFirstBin[band];
    const float* const weights = program.weights + program.bandWeight[band];
    float sum = 0;
    for (int k = 0; k < program.bandNumBins[band]; ++k)
    {
        float value = bins[k].re * bins[k].re + bins[k].im * bins[k].im;
        if (program.isMagnitude)
            value = std::sqrt (value + program.magnitudeEpsilon);
        sum += value * weights[k];
    }
    if (program.hasLog)
    {
        const float floored = (sum > program.logClamp ? sum : program.logClamp) + program.logAdd;
        sum = Block::log2Of (floored) * program.logScale - program.logOffset;
    }
    work.rows[row * program.numPlanes + program.firstBandPlane + band] = sum;
}

} // namespace melstrom::gpu
