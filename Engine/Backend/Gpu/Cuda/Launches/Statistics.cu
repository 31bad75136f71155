#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"
#include "Engine/Backend/Gpu/Kernels/Mel/JoinBlocks.h"

namespace melstrom::gpu::cuda
{

namespace
{
constexpr int kJoinThreads = 128;

__global__ void __launch_bounds__ (kGroupThreads)
    gatherBlocks (const __grid_constant__ MelWork work)
{
    __shared__ StatisticsShared shared;
    ThreadBlock block;
    for (unsigned index = blockIdx.x; index < static_cast<unsigned> (work.counts->numBlocks);
         index += gridDim.x)
        gatherBlock (work, static_cast<int> (index), block, shared);
}

__global__ void __launch_bounds__ (kJoinThreads) joinBlocks (const __grid_constant__ MelWork work)
{
    const std::int64_t total = std::int64_t {work.counts->numUnits} * work.program.numBands;
    const std::int64_t step = std::int64_t {gridDim.x} * kJoinThreads;
    for (std::int64_t element = std::int64_t {blockIdx.x} * kJoinThreads + threadIdx.x;
         element < total; element += step)
        joinBand (work, element);
}
} // namespace

cudaError_t launchGatherBlocks (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, gatherBlocks, kGroupThreads);
    gatherBlocks<<<grid, kGroupThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

cudaError_t launchJoinBlocks (const MelWork& work, const LaunchPlace& place)
{
    const unsigned grid = gridFor (place, joinBlocks, kJoinThreads);
    joinBlocks<<<grid, kJoinThreads, 0, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
