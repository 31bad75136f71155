#include "Engine/Backend/Gpu/Kernels/Voices/VoiceMix.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kFetchThreads)
    fetchVoiceBatch (const __grid_constant__ VoiceWork work)
{
    fetchBatch (work, std::int64_t {blockIdx.x} * kFetchThreads + threadIdx.x,
                std::int64_t {gridDim.x} * kFetchThreads);
}

/** Device counterpart of HostMix. */
class DeviceMix : public ThreadBlock
{
public:
    /** Publishes the block's writes to blocks that count later. Returns the number of blocks that
        counted. */
    static __device__ __forceinline__ std::int32_t countIn (std::int32_t* counter)
    {
        __threadfence ();
        const std::int32_t before = atomicAdd (counter, 1);
        __threadfence ();
        return before + 1;
    }
    /** Publishes the block's writes, also those before a barrier, to the host: they are visible
        before `tellHost` of the last block. */
    static __device__ __forceinline__ std::int32_t countMixed (std::int32_t* counter,
                                                               std::int32_t number)
    {
        __threadfence_system ();
        return atomicAdd (counter, number) + number;
    }
    static __device__ __forceinline__ void tellHost (std::uint32_t* word, std::uint32_t number)
    {
        __threadfence_system ();
        *const_cast<volatile std::uint32_t*> (word) = number;
    }
};

__global__ void __launch_bounds__ (kMixThreads) mixVoices (const __grid_constant__ VoiceWork work)
{
    __shared__ MixShared shared;
    DeviceMix block;
    for (int record = static_cast<int> (blockIdx.x); record < countsOf (work).numRecords;
         record += static_cast<int> (gridDim.x))
        mixVoice (work, record, block, shared);
}
} // namespace

cudaError_t launchFetchBatch (const VoiceWork& work, const LaunchPlace& place)
{
    const unsigned grid = place.grid > 0 ? static_cast<unsigned> (place.grid) : kFetchBlocks;
    fetchVoiceBatch<<<grid, kFetchThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

cudaError_t launchVoiceMix (const VoiceWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, mixVoices, kMixThreads);
    mixVoices<<<grid, kMixThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
