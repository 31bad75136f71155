// The backend that computes on one GPU, over the seam of CUDA calls.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Cuda/SharedDevice.h"

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

/** 13000 as "13.0". */
std::string cudaVersionText (int version);

/** As the user chose, with variants remembered where they usually are. */
CudaOptions cudaOptionsOf (const BackendChoice& choice);

/** Other work of the process may share the device. Plans must end before the backend does. */
std::unique_ptr<Backend> makeCudaBackend (std::shared_ptr<SharedDevice> device,
                                          const CudaOptions& options);
/** With a device of its own. */
std::unique_ptr<Backend> makeCudaBackend (std::unique_ptr<CudaDevice> device,
                                          const CudaOptions& options);

} // namespace melstrom::cuda
