// NVML, the library that measures a GPU's load; opened at the first use.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"

#include <memory>
#include <string>

namespace melstrom::gpu::cuda
{

/** One GPU in NVML. Thread: any, at any time. */
class NvmlLibrary
{
public:
    /** pciBusId: as CUDA writes it, "0000:1a:00.0". NVML numbers GPUs in a different order, and
        includes those that CUDA_VISIBLE_DEVICES hides. Fails: deviceUnavailable. */
    static Result<std::unique_ptr<NvmlLibrary>> open (const std::string& pciBusId);
    ~NvmlLibrary ();
    NvmlLibrary (const NvmlLibrary&) = delete;
    NvmlLibrary& operator= (const NvmlLibrary&) = delete;

    /** Fails: deviceUnavailable. */
    Result<DeviceLoad> load () const;

private:
    struct Functions;
    explicit NvmlLibrary (std::unique_ptr<Functions> functions);

    std::unique_ptr<Functions> functions_;
    void* device_ = nullptr;
};

} // namespace melstrom::gpu::cuda
