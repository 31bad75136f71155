// Checks whether this machine has a driver and a GPU that the module supports.
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"
#include "Engine/Backend/Gpu/Cuda/RuntimeErrors.h"
#include "Engine/Backend/Gpu/Device/DriverFiles.h"

#include <cstdlib>
#include <fstream>

namespace melstrom::gpu::cuda
{

namespace
{
constexpr const char* kOrCpu = " or choose --backend cpu";
constexpr int kLeastCapability = 75; ///< Turing: the oldest that CUDA 13 supports

/** Probe kernel: if the module holds code for a GPU, it holds code of all kernels for it. */
__global__ void codeProbe () {}

Error unavailable (const std::string& reason)
{
    return {ErrorCode::deviceUnavailable, reason + kOrCpu, {}};
}

/** 13000 as "13.0". */
std::string versionText (int version)
{
    return std::to_string (version / 1000) + "." + std::to_string (version % 1000 / 10);
}

std::string capabilityText (const DeviceProperties& properties)
{
    return std::to_string (properties.computeMajor) + "." +
           std::to_string (properties.computeMinor);
}

std::string deviceText (const DeviceProperties& properties)
{
    return "GPU " + std::to_string (properties.index) + ", " + properties.name + ",";
}

/** CUDA's own text, for all other errors. */
Error unavailable (const std::string& call, cudaError_t status)
{
    return unavailable (failureText (call, status) + "; free the GPU, check its driver,");
}

Result<int> checkDriver ()
{
    int driver = 0, runtime = 0;
    if (const auto status = cudaDriverGetVersion (&driver); status != cudaSuccess)
        return unavailable ("cudaDriverGetVersion", status);
    if (const auto status = cudaRuntimeGetVersion (&runtime); status != cudaSuccess)
        return unavailable ("cudaRuntimeGetVersion", status);
    if (driver == 0)
        return unavailable ("there is no NVIDIA driver (libcuda.so.1); install one");
    if (driver / 1000 < runtime / 1000)
        return unavailable ("the NVIDIA driver supports CUDA " + versionText (driver) +
                            ", but the module needs " + versionText (runtime) +
                            "; install a newer driver");
    return driver;
}

std::string visibleText ()
{
    const char* const visible = std::getenv ("CUDA_VISIBLE_DEVICES");
    return visible != nullptr ? " (CUDA_VISIBLE_DEVICES is \"" + std::string (visible) + "\")" : "";
}

/** Release of the kernel module as Linux shows it; empty elsewhere. */
std::string driverRelease ()
{
    std::ifstream file (kDriverReleaseFile);
    std::string release;
    std::getline (file, release);
    return release;
}

Result<DeviceProperties> readProperties (int index, int driver)
{
    cudaDeviceProp found {};
    if (const auto status = cudaGetDeviceProperties (&found, index); status != cudaSuccess)
        return unavailable ("cudaGetDeviceProperties", status);
    DeviceProperties properties;
    properties.name = found.name;
    properties.index = index;
    properties.computeMajor = found.major;
    properties.computeMinor = found.minor;
    properties.numMultiprocessors = found.multiProcessorCount;
    properties.sharedBytesPerBlock = found.sharedMemPerBlockOptin;
    properties.totalBytes = found.totalGlobalMem;
    properties.driverVersion = driver;
    properties.driverRelease = driverRelease ();
    return properties;
}

/** Creates the context: the first call that allocates GPU memory. */
Result<void> checkCode (const DeviceProperties& properties)
{
    if (const auto status = cudaSetDevice (properties.index); status != cudaSuccess)
        return unavailable ((deviceText (properties) + " cannot be used: cudaSetDevice").c_str (),
                            status);
    cudaFuncAttributes attributes {};
    const auto status = cudaFuncGetAttributes (&attributes, codeProbe);
    if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorUnsupportedPtxVersion)
        return unavailable (deviceText (properties) + " needs code for compute capability " +
                            capabilityText (properties) +
                            ", which the module lacks; on this machine scripts/build builds a "
                            "module that has it (scripts/build cuda-all: one for every GPU),");
    if (status != cudaSuccess)
        return unavailable (deviceText (properties) + " cannot be used: cudaFuncGetAttributes",
                            status);
    return {};
}
} // namespace

Result<int> countRuntimeDevices ()
{
    if (const auto driver = checkDriver (); ! driver)
        return driver.error ();
    int count = 0;
    const auto status = cudaGetDeviceCount (&count);
    if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0))
        return unavailable ("the NVIDIA driver reports no GPU" + visibleText () + "; provide one");
    if (status != cudaSuccess)
        return unavailable ("cudaGetDeviceCount", status);
    return count;
}

Result<DeviceProperties> bringUpDevice (int index)
{
    const auto count = countRuntimeDevices ();
    if (! count)
        return count.error ();
    if (index < 0 || index >= *count)
        return unavailable ("there is no GPU " + std::to_string (index) + ": the driver reports " +
                            std::to_string (*count) + visibleText () +
                            ", counted from 0; choose one of them");
    const auto driver = checkDriver ();
    if (! driver)
        return driver.error ();
    const auto properties = readProperties (index, *driver);
    if (! properties)
        return properties.error ();
    if (10 * properties->computeMajor + properties->computeMinor < kLeastCapability)
        return unavailable (deviceText (*properties) + " has compute capability " +
                            capabilityText (*properties) +
                            ", but at least 7.5 is needed; use a newer GPU");
    if (const auto usable = checkCode (*properties); ! usable)
        return usable.error ();
    return properties;
}

} // namespace melstrom::gpu::cuda
