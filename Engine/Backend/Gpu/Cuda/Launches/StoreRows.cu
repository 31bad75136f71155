#include "Engine/Backend/Gpu/Kernels/Mel/StoreRows.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kStoreThreads) storeRows (const __grid_constant__ MelWork work)
{
    const std::int64_t total = storeChunksOf (work);
    for (std::int64_t chunk = blockIdx.x; chunk < total; chunk += gridDim.x)
        storeChunk<ThreadBlock> (work, chunk, static_cast<int> (threadIdx.x));
}
} // namespace

cudaError_t launchStoreRows (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, storeRows, kStoreThreads);
    storeRows<<<grid, kStoreThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
