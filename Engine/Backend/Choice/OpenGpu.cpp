#include "Engine/Backend/GpuDevice.h"

#include "Engine/Backend/Gpu/CudaBackend.h"
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Device/DriverFiles.h"
#include "Engine/Backend/Gpu/Device/GpuOfProcess.h"
#include "Engine/Backend/Gpu/Voices/CudaVoiceRenderer.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/ForkCount.h"

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

class CudaGpu final : public GpuDevice
{
public:
    CudaGpu (std::unique_ptr<cuda::CudaDevice> device, const BackendChoice& choice)
        : device_ (std::make_shared<cuda::SharedDevice> (std::move (device))),
          melBackend_ (cuda::makeCudaBackend (device_, cuda::cudaOptionsOf (choice)))
    {
    }

    Backend& melBackend () noexcept override { return *melBackend_; }
    void abandonPlans () noexcept override { device_->abandonTrials (); }
    Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) override
    {
        return cuda::makeCudaVoiceRenderer (device_, capacity);
    }

private:
    std::shared_ptr<cuda::SharedDevice> device_;
    std::unique_ptr<Backend> melBackend_;
};
} // namespace

std::unique_ptr<GpuDevice> makeGpuDevice (std::unique_ptr<cuda::CudaDevice> device,
                                          const BackendChoice& choice)
{
    return std::make_unique<CudaGpu> (std::move (device), choice);
}

Result<std::unique_ptr<GpuDevice>> openGpu (const BackendChoice& choice)
{
    return guarded (
        [&choice] () -> Result<std::unique_ptr<GpuDevice>>
        {
            if (hasGpuModule ())
                MELSTROM_TRY (cuda::claimGpuForProcess ());
            MELSTROM_TRY_VALUE (auto device, cuda::openCudaDevice (choice.deviceIndex));
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
        known.isThere = cuda::hasCudaModule ();
        known.given = given;
    }
    return known.isThere;
}

PresentGpus presentGpus ()
{
    const char* const root = std::getenv ("MELSTROM_SYSTEM_FILES");
    return cuda::readDriverFiles (root == nullptr ? "" : root);
}

} // namespace melstrom
