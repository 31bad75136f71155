#include "Engine/Backend/Gpu/Kernels/Voices/PartialBank.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
/** A thread block of one warp; device counterpart of HostBank. */
class DeviceBank : public ThreadBlock
{
public:
    /** Sine and cosine of a phase in 2^-32 cycles; errors below 2^-21. Source: CUDA C++ Programming
        Guide, intrinsic functions. */
    static __device__ __forceinline__ void sineCosineOf (std::int32_t phase, float& sine,
                                                         float& cosine)
    {
        const float x = static_cast<float> (phase) * kRadians;
        sine = __sinf (x);
        cosine = __cosf (x);
    }
    static __device__ __forceinline__ float sineOf (std::int32_t phase)
    {
        return __sinf (static_cast<float> (phase) * kRadians);
    }
    /** Makes the compiler reread memory instead of keeping values in registers. */
    static __device__ __forceinline__ void forgetMemory () { asm volatile("" ::: "memory"); }
    static __device__ __forceinline__ float inverseRootOf (float x) { return rsqrtf (x); }

private:
    /** 2 pi / 2^32 */
    static constexpr float kRadians = 1.46291808e-9f;
};

/** Limits a lane to 168 registers; the sums of four segments fill them. */
constexpr int kBlocksAMultiprocessor = 12;

__global__ void __launch_bounds__ (kBankThreads, kBlocksAMultiprocessor)
    sumPartialBank (const __grid_constant__ VoiceWork work)
{
    __shared__ BankShared shared;
    DeviceBank block;
    const int first = bankItemsOf (work, 0), total = first + bankItemsOf (work, 1);
    for (int index = static_cast<int> (blockIdx.x); index < total;
         index += static_cast<int> (gridDim.x))
    {
        const bool isFirst = index < first;
        sumChunk (work, isFirst ? 0 : 1, isFirst ? index : index - first, block, shared);
    }
}
} // namespace

cudaError_t launchPartialBank (const VoiceWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, sumPartialBank, kBankThreads);
    sumPartialBank<<<grid, kBankThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
