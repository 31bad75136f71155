#include "Engine/Backend/GpuDevice.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Device/DriverFiles.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/ForkCount.h"
#include "Engine/Core/System/MemoryNodes.h"

#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace melstrom
{

namespace
{
/** Caches one look at the file system for each value of the variable. A module that is installed
    later is found by the next process. */
struct KnownModule
{
    std::mutex mutex;
    std::optional<std::size_t> given; ///< hash of the value; empty: not asked yet
    bool isThere = false;
};

class OpenedGpu final : public GpuDevice
{
public:
    OpenedGpu (std::unique_ptr<gpu::Device> device, const BackendChoice& choice)
        : device_ (std::make_shared<gpu::SharedDevice> (std::move (device))),
          melBackend_ (gpu::makeGpuBackend (device_, gpu::gpuOptionsOf (choice)))
    {
    }

    Backend& melBackend () noexcept override { return *melBackend_; }
    void abandonPlans () noexcept override { device_->abandonTrials (); }
    Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) override
    {
        return gpu::makeGpuVoiceRenderer (device_, capacity);
    }

private:
    std::shared_ptr<gpu::SharedDevice> device_;
    std::unique_ptr<Backend> melBackend_;
};
} // namespace

std::unique_ptr<GpuDevice> makeGpuDevice (std::unique_ptr<gpu::Device> device,
                                          const BackendChoice& choice)
{
    return std::make_unique<OpenedGpu> (std::move (device), choice);
}

Result<std::unique_ptr<GpuDevice>> openGpu (const BackendChoice& choice)
{
    return guarded (
        [&choice] () -> Result<std::unique_ptr<GpuDevice>>
        {
            MELSTROM_TRY_VALUE (auto device, gpu::openCudaDevice (choice.deviceIndex));
            return makeGpuDevice (std::move (device), choice);
        });
}

bool hasGpuModule ()
{
    const char* const variable = std::getenv ("MELSTROM_CUDA_MODULE");
    const auto given =
        std::hash<std::string_view> () (variable == nullptr ? "" : variable); // empty means unset
    auto& known = registryOfProcess<KnownModule> ();
    const std::lock_guard lock (known.mutex);
    if (known.given != given)
    {
        known.isThere = gpu::hasCudaModule ();
        known.given = given;
    }
    return known.isThere;
}

PresentGpus presentGpus ()
{
    return gpu::readDriverFiles (systemFilesRoot ());
}

} // namespace melstrom
