// One variant of computing bands on a GPU, and its names.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/Gpu/Mel/GpuOptions.h"

#include <algorithm>
#include <string>

namespace melstrom::gpu
{

/** The name "fused 20x10 t32" in the spelling of `--variant`: "fused-20x10-t32". */
inline std::string variantOption (std::string name)
{
    std::ranges::replace (name, ' ', '-');
    return name;
}

struct ChosenVariant
{
    bool isFused = true;     ///< false: cuFFT
    FusedShape shape;        ///< of the fused kernel; unused with cuFFT
    bool isMeasured = false; ///< timed against other variants in this process
    std::string rejected;    ///< rejected variants and the reasons; empty: none

    /** "fused 20x10 t32" or "cufft" */
    std::string name () const { return isFused ? shape.name () : kCufft; }
    std::string optionName () const { return variantOption (name ()); } ///< "fused-20x10-t32"
};

} // namespace melstrom::gpu
