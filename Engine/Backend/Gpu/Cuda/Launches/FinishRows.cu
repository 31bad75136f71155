#include "Engine/Backend/Gpu/Kernels/Mel/FinishRows.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
extern __shared__ float sharedBands[];

__global__ void __launch_bounds__ (kFinishThreads) finishRows (const __grid_constant__ MelWork work)
{
    __shared__ int units[kFinishLanes];
    ThreadBlock block;
    const std::int64_t total = finishTilesOf (work);
    for (std::int64_t tile = blockIdx.x; tile < total; tile += gridDim.x)
        finishTile (work, tile, block, {units, sharedBands});
}
} // namespace

cudaError_t launchFinishRows (const MelWork& work, const LaunchPlace& place)
{
    const auto sharedBytes =
        static_cast<std::size_t> (finishSharedFloats (work.program)) * sizeof (float);
    const unsigned grid = gridFor (place, finishRows, kFinishThreads, sharedBytes);
    finishRows<<<grid, kFinishThreads, sharedBytes, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
