#include "Engine/Backend/Gpu/Cuda/RuntimeErrors.h"

namespace melstrom::gpu::cuda
{

namespace
{
/** cudaErrorContained; missing in the headers of CUDA 12.0. */
constexpr int kErrorContained = 226;

/** Errors after which "the process must be terminated and relaunched", and errors that report a
    destroyed context or driver. Source: cudaError in the CUDA Runtime API. */
bool endsContext (cudaError_t status) noexcept
{
    switch (status)
    {
        case cudaErrorCudartUnloading:
        case cudaErrorDeviceUninitialized:
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorContextIsDestroyed:
        case cudaErrorAssert:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
        case cudaErrorMpsRpcFailure:
        case cudaErrorMpsClientTerminated:
        case cudaErrorExternalDevice:
        case cudaErrorUnknown: return true;
        default: return static_cast<int> (status) == kErrorContained;
    }
}

bool isUnavailable (cudaError_t status) noexcept
{
    switch (status)
    {
        case cudaErrorInitializationError:
        case cudaErrorInsufficientDriver:
        case cudaErrorDevicesUnavailable:
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
        case cudaErrorInvalidKernelImage:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorJitCompilerNotFound:
        case cudaErrorJitCompilationDisabled:
        case cudaErrorOperatingSystem:
        case cudaErrorNotPermitted:
        case cudaErrorSystemNotReady:
        case cudaErrorSystemDriverMismatch:
        case cudaErrorCompatNotSupportedOnDevice:
        case cudaErrorMpsConnectionFailed:
        case cudaErrorMpsServerNotReady:
        case cudaErrorMpsMaxClientsReached:
        case cudaErrorMpsMaxConnectionsReached: return true;
        default: return false;
    }
}

const char* cureOf (ErrorCode code) noexcept
{
    switch (code)
    {
        case ErrorCode::outOfMemory:
            return "; lower --max-mem, or end other programs that use the GPU";
        case ErrorCode::deviceLost: return "; the GPU is lost to this process: start it again";
        default: return "";
    }
}
} // namespace

ErrorCode codeOf (cudaError_t status) noexcept
{
    if (status == cudaErrorMemoryAllocation)
        return ErrorCode::outOfMemory;
    if (endsContext (status))
        return ErrorCode::deviceLost;
    return isUnavailable (status) ? ErrorCode::deviceUnavailable : ErrorCode::internalFault;
}

std::string failureText (const std::string& call, cudaError_t status)
{
    return call + " failed: " + cudaGetErrorString (status) + " (" + cudaGetErrorName (status) +
           ")";
}

Error errorOf (const std::string& call, cudaError_t status)
{
    const auto code = codeOf (status);
    return {code, failureText (call, status) + cureOf (code), {}};
}

Result<void> CallCheck::operator() (const std::string& call, cudaError_t status)
{
    if (status == cudaSuccess)
        return {};
    (void)cudaGetLastError ();
    if (endsContext (status))
    {
        auto none = cudaSuccess;
        loss_.compare_exchange_strong (none, status);
    }
    return errorOf (call, status);
}

Result<void> CallCheck::alive () const
{
    if (! isLost ())
        return {};
    return errorOf ("an earlier call", loss_);
}

} // namespace melstrom::gpu::cuda
