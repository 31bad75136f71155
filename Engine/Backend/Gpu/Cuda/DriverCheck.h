// Whether this machine has a driver and a GPU that the module can compute on.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"

namespace melstrom::cuda
{

/** How many GPUs the driver shows; at least 1. Fails: deviceUnavailable: no driver, one that is too
    old for this module, or no GPU. Thread: any. */
Result<int> countRuntimeDevices ();

/** Brings the GPU's context up on the calling thread. Fails: deviceUnavailable: as above, no GPU of
    that index, one older than the module's code, or one that others keep busy or full. */
Result<DeviceProperties> bringUpDevice (int index);

} // namespace melstrom::cuda
