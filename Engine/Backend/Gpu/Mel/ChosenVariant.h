// One way of computing bands on a GPU, and its names.
#pragma once

#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include <string>

namespace melstrom::cuda
{

inline constexpr const char* kCufft = "cufft"; ///< the name of the variant by cuFFT

/** "fused 20x10 t32" as `--variant` takes it: "fused-20x10-t32". */
std::string variantOption (std::string name);

struct ChosenVariant
{
    bool isFused = true;     ///< else by cuFFT
    FusedShape shape;        ///< of the fused kernel
    bool isMeasured = false; ///< timed against others just now
    std::string rejected;    ///< ways that were tried and dropped, and why; empty: none

    std::string name () const;       ///< "fused 20x10 t32" or "cufft"
    std::string optionName () const; ///< the same as `--variant` takes it: "fused-20x10-t32"
};

} // namespace melstrom::cuda
