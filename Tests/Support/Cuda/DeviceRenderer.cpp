#include "Tests/Support/Cuda/DeviceRenderer.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Voices/CudaVoiceRenderer.h"
#include "Tests/Support/Cuda/CudaUnderTest.h"

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
    auto device = valueOrThrow (valueOrThrow (cuda::openCudaModule ())->openDevice (0));
    return valueOrThrow (cuda::makeCudaVoiceRenderer (std::move (device), capacity));
}

} // namespace melstrom::testing
