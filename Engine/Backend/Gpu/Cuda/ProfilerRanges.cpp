#include "Engine/Backend/Gpu/Cuda/ProfilerRanges.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
    #include <nvtx3/nvToolsExt.h>

namespace melstrom::cuda
{

void beginProfilerRange (const char* name) noexcept
{
    nvtxRangePushA (name);
}
void endProfilerRange () noexcept
{
    nvtxRangePop ();
}

} // namespace melstrom::cuda

#else

namespace melstrom::cuda
{

void beginProfilerRange (const char*) noexcept {}
void endProfilerRange () noexcept {}

} // namespace melstrom::cuda

#endif
