// Finds and opens the loadable module, outside of which nothing of CUDA is linked or loaded.
#pragma once

#include "Engine/Backend/Cuda/CudaDevice.h"

namespace melstrom::cuda
{

/** The module melstrom-cuda.so: the file that $MELSTROM_CUDA_MODULE names, if that is set; else
    beside the running program, in ../lib or in ../lib/melstrom. It is opened when first asked for
    and stays open until the process ends; asking again costs a few system calls. No driver is
    touched before one of the entry's functions is called.
    thread  any, not the audio thread
    fails   deviceUnavailable: there is no module, it does not load, or it belongs to another
            Melstrom; the message names the file, the reason and the cure */
Result<const ModuleEntry*> openCudaModule ();

/** Whether there is a module at all, working or not: a build without CUDA has none. */
bool hasCudaModule ();

} // namespace melstrom::cuda
