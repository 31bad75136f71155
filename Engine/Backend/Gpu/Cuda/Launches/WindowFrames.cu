#include "Engine/Backend/Gpu/Kernels/Mel/WindowFrames.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kWindowThreads)
    windowFrames (const __grid_constant__ MelWork work)
{
    __shared__ WindowShared shared;
    ThreadBlock block;
    for (unsigned frame = blockIdx.x; frame < static_cast<unsigned> (work.chunkFrames);
         frame += gridDim.x)
        windowFrame (work, static_cast<int> (frame), block, shared);
}
} // namespace

cudaError_t launchWindowFrames (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, windowFrames, kWindowThreads);
    windowFrames<<<grid, kWindowThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
