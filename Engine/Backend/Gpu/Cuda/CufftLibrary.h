// cuFFT, opened when first asked for: 290 MB that most runs never need.
#pragma once

#include "Engine/Core/Result.h"

#include <cufft.h>

namespace melstrom::cuda
{

/** The functions of the library; open for the life of the process. */
struct CufftLibrary
{
    decltype (&cufftCreate) create = nullptr;
    decltype (&cufftMakePlanMany) makePlanMany = nullptr;
    decltype (&cufftSetStream) setStream = nullptr;
    decltype (&cufftExecR2C) execR2C = nullptr;
    decltype (&cufftDestroy) destroy = nullptr;
};

/** Looks beside the module, where the loader looks, in $CUDA_HOME/lib64 and in
    /usr/local/cuda/lib64, for the version of the headers first. Fails: deviceUnavailable. */
Result<CufftLibrary> openCufft ();

/** call: its name. outOfMemory where cuFFT found no memory, else internalFault. */
Error cufftError (const char* call, cufftResult status);

} // namespace melstrom::cuda
