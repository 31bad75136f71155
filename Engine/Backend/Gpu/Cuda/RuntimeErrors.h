// What CUDA's error codes mean for us.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cuda_runtime_api.h>
#include <string>

namespace melstrom::cuda
{

/** outOfMemory: less work would help; deviceLost: the context answers every later call with an
    error; deviceUnavailable: the GPU or its driver is not to be had; else internalFault. */
ErrorCode codeOf (cudaError_t status) noexcept;

/** "cudaMalloc failed: out of memory (cudaErrorMemoryAllocation)". call: its name, and what it was
    about. */
std::string failureText (const std::string& call, cudaError_t status);

/** The same as an error, with the cure where one is known. */
Error errorOf (const std::string& call, cudaError_t status);

/** Turns what calls return into Results, and remembers the error that ended the context.
    Thread: any, at any time. */
class CallCheck
{
public:
    /** Leaves no error behind in the runtime, where a later launch would meet it. */
    Result<void> operator() (const std::string& call, cudaError_t status);

    bool isLost () const noexcept { return loss_ != cudaSuccess; }
    /** Success until the context is lost. Fails: deviceLost. */
    Result<void> alive () const;

private:
    std::atomic<cudaError_t> loss_ {cudaSuccess};
};

} // namespace melstrom::cuda
