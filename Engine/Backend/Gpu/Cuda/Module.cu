// The only symbol that the module exports.
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"
#include "Engine/Core/Guarded.h"

namespace melstrom::gpu::cuda
{

namespace
{
Result<std::unique_ptr<Device>> openDevice (int index)
{
    return guarded ([index] { return openRuntimeDevice (index); });
}

Result<int> countDevices ()
{
    return guarded ([] { return countRuntimeDevices (); });
}
} // namespace

} // namespace melstrom::gpu::cuda

extern "C" __attribute__ ((visibility ("default"))) const melstrom::gpu::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom::gpu;
    static constexpr ModuleEntry kEntry {kModuleInterfaceVersion, MELSTROM_VERSION,
                                         &cuda::openDevice, &cuda::countDevices};
    return &kEntry;
}
