// cuFFT, opened at the first use: 290 MB that most runs never need.
#pragma once

#include "Engine/Core/Result.h"

#include <cufft.h>

namespace melstrom::gpu::cuda
{

/** Functions of the library, which stays open until the process ends. */
struct CufftLibrary
{
    decltype (&cufftCreate) create = nullptr;
    decltype (&cufftMakePlanMany) makePlanMany = nullptr;
    decltype (&cufftSetStream) setStream = nullptr;
    decltype (&cufftExecR2C) execR2C = nullptr;
    decltype (&cufftDestroy) destroy = nullptr;
};

/** Searches the module's folder, the loader's folders, $CUDA_HOME/lib64 and /usr/local/cuda/lib64,
    for the version of the headers first. Fails: deviceUnavailable. */
Result<CufftLibrary> openCufft ();

/** call: name of the function. Code: outOfMemory if cuFFT found no memory, else internalFault. */
Error cufftError (const char* call, cufftResult status);

} // namespace melstrom::gpu::cuda
