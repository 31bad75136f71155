// The only symbol that the module exports.
#include "Engine/Backend/Gpu/Cuda/DriverCheck.h"
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"
#include "Engine/Core/Guarded.h"

namespace melstrom::cuda
{

namespace
{
Result<std::unique_ptr<CudaDevice>> openDevice (int index)
{
    return guarded ([index] { return openRuntimeDevice (index); });
}

Result<int> countDevices ()
{
    return guarded ([] { return countRuntimeDevices (); });
}
} // namespace

} // namespace melstrom::cuda

extern "C" __attribute__ ((visibility ("default"))) const melstrom::cuda::ModuleEntry*
melstromCudaModule ()
{
    using namespace melstrom::cuda;
    static constexpr ModuleEntry kEntry {kModuleInterfaceVersion, MELSTROM_VERSION, &openDevice,
                                         &countDevices};
    return &kEntry;
}
