#include "Engine/Backend/Gpu/Kernels/Mel/Smooth.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kGroupThreads)
    smoothBlocks (const __grid_constant__ MelWork work)
{
    __shared__ float ends[kSmoothSharedFloats];
    ThreadBlock block;
    const std::int64_t total = std::int64_t {work.counts->numBlocks} * bandTilesOf (work.program);
    for (std::int64_t item = blockIdx.x; item < total; item += gridDim.x)
        smoothBands (work, item, block, ends);
}
} // namespace

cudaError_t launchSmooth (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, smoothBlocks, kGroupThreads);
    smoothBlocks<<<grid, kGroupThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
