#include "Engine/Backend/Gpu/Kernels/Mel/FinishTiles.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kFinishTileThreads)
    finishTiles (const __grid_constant__ MelWork work)
{
    finishTilesAt<ThreadBlock> (work, static_cast<int> (blockIdx.x), static_cast<int> (gridDim.x),
                                static_cast<int> (threadIdx.x));
}
} // namespace

cudaError_t launchFinishTiles (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, finishTiles, kFinishTileThreads);
    finishTiles<<<grid, kFinishTileThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
