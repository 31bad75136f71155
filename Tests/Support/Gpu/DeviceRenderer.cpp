#include "Tests/Support/Gpu/DeviceRenderer.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"

#include <stdexcept>

namespace melstrom::testing
{

namespace
{
template <typename Value>
Value valueOrThrow (Result<Value> result)
{
    if (! result)
        throw std::runtime_error (result.error ().message);
    return *std::move (result);
}
} // namespace

std::unique_ptr<VoiceRenderer> deviceRenderer (const VoiceCapacity& capacity)
{
    if (cudaBackends ().empty ())
        return nullptr;
    auto device = valueOrThrow (valueOrThrow (gpu::openCudaModule ())->openDevice (0));
    return valueOrThrow (gpu::makeGpuVoiceRenderer (std::move (device), capacity));
}

} // namespace melstrom::testing
