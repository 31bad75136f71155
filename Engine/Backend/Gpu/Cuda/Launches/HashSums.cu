#include "Engine/Backend/Gpu/Cuda/Launches/HashBlock.cuh"
#include "Engine/Backend/Gpu/Cuda/Launches/HashLaunch.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBasic.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumShared.h"

#include <algorithm>
#include <cooperative_groups.h>

namespace melstrom::gpu::cuda
{

namespace
{
__global__ void __launch_bounds__ (kBasicThreads) sumBasic (const __grid_constant__ HashWork work)
{
    const std::int64_t numThreads = std::int64_t {gridDim.x} * blockDim.x,
                       thread = std::int64_t {blockIdx.x} * blockDim.x + threadIdx.x;
    PlacedRecord held[kBasicHeld];
    holdRecords<kBasicHeld, DeviceHash> (work, thread, numThreads, work.numRecords, held);
    clearMatrix (work, thread, numThreads);
    cooperative_groups::this_grid ().sync ();
    addHeld<DeviceHash> (work, held);
    addRest<DeviceHash> (work, thread, numThreads);
}

__global__ void __launch_bounds__ (kSharedThreads) sumShared (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (16) std::byte room[];
    __shared__ std::uint32_t scratch[32];
    DeviceHash block;
    const std::int64_t step = std::int64_t {gridDim.x} * work.rowsPerBlock;
    for (std::int64_t firstRow = std::int64_t {blockIdx.x} * work.rowsPerBlock;
         firstRow < work.numRows; firstRow += step)
        sumRows (work, firstRow, block, room, scratch);
}
} // namespace

/** The whole grid waits for itself, so at most as many blocks run as fit. More blocks than the
    records need would make that longer. */
cudaError_t launchHashBasic (const HashWork& work, const LaunchPlace& place)
{
    const LaunchPlace full {place.stream, place.numMultiprocessors, 0};
    const std::int64_t most = gridFor (full, sumBasic, kBasicThreads);
    const std::int64_t recordsOfWave =
        std::int64_t {kBasicThreads} * kBasicHeld * place.numMultiprocessors;
    const std::int64_t usual = place.numMultiprocessors * (work.numRecords > recordsOfWave ? 2 : 1);
    const auto grid =
        static_cast<unsigned> (std::min (most, place.grid > 0 ? std::int64_t {place.grid} : usual));
    HashWork argument = work;
    void* arguments[] {&argument};
    return cudaLaunchCooperativeKernel (reinterpret_cast<const void*> (sumBasic), dim3 (grid),
                                        dim3 (kBasicThreads), arguments, 0, place.stream);
}

cudaError_t launchHashShared (const HashWork& work, const LaunchPlace& place)
{
    const auto sharedBytes = FixedCells::bytesOf (cellsOfRows (work));
    if (const auto status = allowShared (sumShared, sharedBytes); status != cudaSuccess)
        return status;
    const std::int64_t numGroups = (work.numRows + work.rowsPerBlock - 1) / work.rowsPerBlock;
    const unsigned grid = static_cast<unsigned> (std::min<std::int64_t> (
        numGroups, gridFor (place, sumShared, kSharedThreads, sharedBytes)));
    sumShared<<<grid, kSharedThreads, sharedBytes, place.stream>>> (work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
