#include "Engine/Backend/GpuDevice.h"

#include "Engine/Backend/Cuda/CudaBackend.h"
#include "Engine/Backend/Cuda/CudaModule.h"
#include "Engine/Backend/Cuda/CudaVoiceRenderer.h"
#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

namespace
{
class CudaGpu final : public GpuDevice
{
public:
    CudaGpu (std::unique_ptr<cuda::CudaDevice> device, const BackendChoice& choice)
        : device_ (std::make_shared<cuda::SharedDevice> (std::move (device))),
          melBackend_ (cuda::makeCudaBackend (device_, cuda::cudaOptionsOf (choice)))
    {
    }

    Backend& melBackend () noexcept override { return *melBackend_; }
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
            auto device = cuda::openCudaDevice (choice.deviceIndex);
            if (! device)
                return device.error ();
            return makeGpuDevice (*std::move (device), choice);
        });
}

bool hasGpuModule ()
{
    return cuda::hasCudaModule ();
}

} // namespace melstrom
