// What every kernel of a plan must know, from the spec: constants, and tables for device memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <vector>

namespace melstrom::cuda
{

/** The program with null pointers, and what they are to point at. */
struct ProgramTables
{
    MelProgram program;
    std::vector<float> window; ///< (window)
    std::vector<std::int32_t> bandFirstBin, bandNumBins, bandWeight;
    std::vector<float> weights;
    std::vector<float> dct; ///< (coefficients, bands), empty without MFCC
};

/** For the fused kernel. Where nothing but a change of type follows the bands, they go straight to
    the output, and overlapping segments share frames. Thread: any; allocates. */
ProgramTables makeProgramTables (const MelGeometry& geometry);

/** The same plan for a way that computes bands elsewhere than in the fused kernel: all bands go to
    MelWork::rows, segment by segment. */
void leaveBandsInRows (MelProgram& program) noexcept;

} // namespace melstrom::cuda
