// What a user may choose of the backend on a GPU.
#pragma once

#include "Engine/Backend/BackendChoice.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace melstrom::cuda
{

struct CudaOptions
{
    MelVariant variant = MelVariant::automatic;
    std::vector<std::string> variantNames;  ///< of these alone; empty: whatever `variant` allows
    std::optional<std::size_t> deviceBytes; ///< at most; empty: 80 % of what is free
    std::optional<std::string> cacheFile;   ///< of chosen variants; empty: nothing is remembered
    std::chrono::milliseconds deadline {30'000}; ///< after it a kernel counts as hung
};

} // namespace melstrom::cuda
