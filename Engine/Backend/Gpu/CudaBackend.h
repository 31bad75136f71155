// The backend for one GPU, over the interface CudaDevice.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/CudaOptions.h"

#include <string>

namespace melstrom::cuda
{

/** 13000 as "13.0". */
std::string cudaVersionText (int version);

/** Options of the user's choice, with the default cache file of variants. */
CudaOptions cudaOptionsOf (const BackendChoice& choice);

/** Shares the device with other work of the process. Destroy all plans before the backend. */
std::unique_ptr<Backend> makeCudaBackend (std::shared_ptr<SharedDevice> device,
                                          const CudaOptions& options);
/** The same with its own device. */
std::unique_ptr<Backend> makeCudaBackend (std::unique_ptr<CudaDevice> device,
                                          const CudaOptions& options);

} // namespace melstrom::cuda
