// The backend that computes on one GPU, over the seam of CUDA calls.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/CudaOptions.h"

#include <string>

namespace melstrom::cuda
{

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
