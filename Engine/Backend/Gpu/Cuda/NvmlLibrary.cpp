#include "Engine/Backend/Gpu/Cuda/NvmlLibrary.h"

#include "Engine/Core/System/SharedLibrary.h"

#include <utility>

namespace melstrom::gpu::cuda
{

namespace
{
// Copied from the NVML API reference, because some toolkits lack nvml.h. Later drivers keep the
// functions with version suffixes.
struct Utilization
{
    unsigned int gpuPercent, memoryPercent;
};
struct MemoryInfo
{
    unsigned long long totalBytes, freeBytes, usedBytes;
};
constexpr int kSuccess = 0;

Error unavailable (std::string message)
{
    return {ErrorCode::deviceUnavailable, std::move (message), {}};
}
} // namespace

struct NvmlLibrary::Functions
{
    int (*initialise) () = nullptr;
    int (*shutdown) () = nullptr;
    int (*handleByPciBusId) (const char* busId, void** device) = nullptr;
    int (*utilizationRates) (void* device, Utilization* rates) = nullptr;
    int (*memoryInfo) (void* device, MemoryInfo* info) = nullptr;
    const char* (*errorString) (int status) = nullptr;

    bool loadFrom (SharedLibrary& library)
    {
        return library.find ("nvmlInit_v2", initialise) &&
               library.find ("nvmlShutdown", shutdown) &&
               library.find ("nvmlDeviceGetHandleByPciBusId_v2", handleByPciBusId) &&
               library.find ("nvmlDeviceGetUtilizationRates", utilizationRates) &&
               library.find ("nvmlDeviceGetMemoryInfo", memoryInfo) &&
               library.find ("nvmlErrorString", errorString);
    }

    Error failure (const std::string& call, int status) const
    {
        return unavailable (call + " failed: " + errorString (status));
    }
};

NvmlLibrary::NvmlLibrary (std::unique_ptr<Functions> functions) : functions_ (std::move (functions))
{
}

NvmlLibrary::~NvmlLibrary ()
{
    functions_->shutdown ();
}

Result<std::unique_ptr<NvmlLibrary>> NvmlLibrary::open (const std::string& pciBusId)
{
    SharedLibrary library ("libnvidia-ml.so.1");
    auto functions = std::make_unique<Functions> ();
    if (! library.isLoaded () || ! functions->loadFrom (library))
        return unavailable ("the GPU's load is not known: " + library.problem ());
    if (const int status = functions->initialise (); status != kSuccess)
        return functions->failure ("nvmlInit", status);
    std::unique_ptr<NvmlLibrary> opened (new NvmlLibrary (std::move (functions)));
    const int status = opened->functions_->handleByPciBusId (pciBusId.c_str (), &opened->device_);
    if (status != kSuccess)
        return opened->functions_->failure ("nvmlDeviceGetHandleByPciBusId of " + pciBusId, status);
    return opened;
}

Result<DeviceLoad> NvmlLibrary::load () const
{
    Utilization rates {};
    if (const int status = functions_->utilizationRates (device_, &rates); status != kSuccess)
        return functions_->failure ("nvmlDeviceGetUtilizationRates", status);
    MemoryInfo memory {};
    if (const int status = functions_->memoryInfo (device_, &memory); status != kSuccess)
        return functions_->failure ("nvmlDeviceGetMemoryInfo", status);
    return DeviceLoad {static_cast<int> (rates.gpuPercent),
                       static_cast<std::size_t> (memory.usedBytes)};
}

} // namespace melstrom::gpu::cuda
