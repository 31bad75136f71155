// Options of the GPU backend.
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
    std::vector<std::string> variantNames;       ///< only these; empty: all that `variant` allows
    std::optional<std::size_t> deviceBytes;      ///< upper limit; empty: 80 % of the free memory
    std::optional<std::string> cacheFile;        ///< of chosen variants; empty: no cache
    std::chrono::milliseconds deadline {30'000}; ///< a kernel that takes longer counts as hung
};

} // namespace melstrom::cuda
