#include "Engine/Backend/Gpu/Kernels/Mel/ProjectBands.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

namespace
{
constexpr int kThreads = 256;

__global__ void __launch_bounds__ (kThreads) projectBands (const __grid_constant__ MelWork work)
{
    const std::int64_t total = std::int64_t {work.chunkFrames} * work.program.numBands;
    const std::int64_t step = std::int64_t {gridDim.x} * kThreads;
    for (std::int64_t element = std::int64_t {blockIdx.x} * kThreads + threadIdx.x; element < total;
         element += step)
        projectBand<ThreadBlock> (work, element);
}
} // namespace

cudaError_t launchProjectBands (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, projectBands, kThreads);
    projectBands<<<grid, kThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
