// Named ranges of host time for profilers. They do nothing if the toolkit has no NVTX.
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
    #include <nvtx3/nvToolsExt.h>

namespace melstrom::gpu::cuda
{

void RuntimeDevice::beginRange (const char* name) noexcept
{
    nvtxRangePushA (name);
}
void RuntimeDevice::endRange () noexcept
{
    nvtxRangePop ();
}

} // namespace melstrom::gpu::cuda

#else

namespace melstrom::gpu::cuda
{

void RuntimeDevice::beginRange (const char*) noexcept {}
void RuntimeDevice::endRange () noexcept {}

} // namespace melstrom::gpu::cuda

#endif
