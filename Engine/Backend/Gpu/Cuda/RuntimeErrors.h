// Maps CUDA's error codes to ErrorCode.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cuda_runtime_api.h>
#include <string>

namespace melstrom::gpu::cuda
{

/** outOfMemory: smaller work may succeed; deviceLost: every later call in this context fails;
    deviceUnavailable: the GPU or its driver cannot be used; else internalFault. */
ErrorCode codeOf (cudaError_t status) noexcept;

/** "cudaMalloc failed: out of memory (cudaErrorMemoryAllocation)". call: name of the function and
    its subject. */
std::string failureText (const std::string& call, cudaError_t status);

/** The same as an Error, with the cure if one is known. */
Error errorOf (const std::string& call, cudaError_t status);

/** Converts return values to Results and stores the error that ended the context. Thread: any, at
    any time. */
class CallCheck
{
public:
    /** Clears the runtime's error state, because a later launch would report it. */
    Result<void> operator() (const std::string& call, cudaError_t status);

    bool isLost () const noexcept { return loss_ != cudaSuccess; }
    /** Success until the context is lost. Fails: deviceLost. */
    Result<void> alive () const;

private:
    std::atomic<cudaError_t> loss_ {cudaSuccess};
};

} // namespace melstrom::gpu::cuda
