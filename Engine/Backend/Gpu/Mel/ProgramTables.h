// Constants and tables that the kernels of a plan need, made from the spec.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <vector>

namespace melstrom::gpu
{

/** The program with null pointers, and the tables that it will point to. */
struct ProgramTables
{
    MelProgram program;
    std::vector<float> window; ///< (window)
    std::vector<std::int32_t> bandFirstBin, bandNumBins, bandWeight;
    std::vector<float> weights;
    std::vector<float> dct; ///< (coefficients, bands), empty without MFCC
};

/** For the fused kernel. If only a change of type follows the bands, they go directly to the output
    and overlapping segments share frames. Thread: any; allocates. */
ProgramTables makeProgramTables (const MelGeometry& geometry);

/** Adapts the program to a variant without the fused kernel: all bands go to MelWork::rows, segment
    by segment. */
void leaveBandsInRows (MelProgram& program) noexcept;

} // namespace melstrom::gpu
