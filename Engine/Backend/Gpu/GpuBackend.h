// The backend for one GPU, over the interface Device.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/GpuOptions.h"

#include <string>

namespace melstrom::gpu
{

/** 13000 as "13.0". */
std::string cudaVersionText (int version);

/** Options of the user's choice, with the default cache file of variants. */
GpuOptions gpuOptionsOf (const BackendChoice& choice);

/** Shares the device with other work of the process. Destroy all plans before the backend. */
std::unique_ptr<Backend> makeGpuBackend (std::shared_ptr<SharedDevice> device,
                                         const GpuOptions& options);
/** The same with its own device. */
std::unique_ptr<Backend> makeGpuBackend (std::unique_ptr<Device> device, const GpuOptions& options);

} // namespace melstrom::gpu
