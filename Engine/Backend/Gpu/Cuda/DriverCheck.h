// Checks whether this machine has a driver and a GPU that the module supports.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"

namespace melstrom::cuda
{

/** Number of GPUs that the driver lists, at least 1. Fails: deviceUnavailable (no driver, driver
    too old for this module, no GPU). Thread: any. */
Result<int> countRuntimeDevices ();

/** Creates the GPU's context on the calling thread. Fails: deviceUnavailable: as above, no GPU with
    that index, a GPU too old for the module's code, or a GPU that other programs keep busy or
    full. */
Result<DeviceProperties> bringUpDevice (int index);

} // namespace melstrom::cuda
