#include "Engine/Backend/Gpu/Cuda/Launches/HashBlock.cuh"
#include "Engine/Backend/Gpu/Cuda/Launches/HashLaunch.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SortChunks.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBuckets.h"

#include <algorithm>

namespace melstrom::gpu::cuda
{

namespace
{
/** Lets blocks of the next kernel start while those of this one end; from compute capability 9.0. */
template <typename Kernel>
bool canStartEarly (Kernel kernel) noexcept
{
    cudaFuncAttributes attributes {};
    return cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess &&
           attributes.binaryVersion >= 90;
}

template <int numHeld>
__global__ void __launch_bounds__ (kSortThreads, kSortBlocks)
    sortChunks (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (16) std::byte room[];
    DeviceHash block;
    const auto shared = SortRoom::in (room, work.sorted);
    for (std::int64_t chunk = blockIdx.x; chunk < work.sorted.numChunks; chunk += gridDim.x)
        sortChunk<numHeld> (work, chunk, block, shared);
}

template <typename Cells>
__global__ void __launch_bounds__ (kSumThreads, 1)
    sumBuckets (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (16) std::byte room[];
    DeviceHash block;
    const auto shared = SumRoom<Cells>::in (room, work.sorted, kSumThreads);
    waitForLaunchBefore ();
    ThreadBlock::PerThread<std::uint32_t> sizes (block);
    sizes[0] = largestOfChunks (work.sorted, static_cast<int> (threadIdx.x), kSumThreads);
    const FixedUnit unit (DeviceHash::largestOf (sizes, shared.scratch), work.numRecords);
    for (int bucket = static_cast<int> (blockIdx.x); bucket < work.sorted.numBuckets;
         bucket += static_cast<int> (gridDim.x))
        sumBucket (work, bucket, unit, block, shared);
}

using Kernel = void (*) (HashWork);

/** Its blocks may start before sortChunks ends; they wait for its results themselves. */
template <typename Cells>
cudaError_t launchSum (const HashWork& work, const LaunchPlace& place)
{
    const Kernel kernel = sumBuckets<Cells>;
    const auto sharedBytes = SumRoom<Cells>::bytesOf (work.sorted, kSumThreads);
    if (const auto status = allowShared (kernel, sharedBytes); status != cudaSuccess)
        return status;
    cudaLaunchConfig_t config {};
    config.gridDim = dim3 (std::min (static_cast<unsigned> (work.sorted.numBuckets),
                                     gridFor (place, kernel, kSumThreads, sharedBytes)));
    config.blockDim = dim3 (kSumThreads);
    config.dynamicSmemBytes = sharedBytes;
    config.stream = place.stream;
    cudaLaunchAttribute early {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = canStartEarly (kernel) ? 1 : 0;
    return cudaLaunchKernelEx (&config, kernel, work);
}
} // namespace

cudaError_t launchSortChunks (const HashWork& work, const LaunchPlace& place)
{
    const bool hasFew = work.sorted.chunkRecords <= kSortThreads * kSortHeldFew;
    const Kernel kernel = hasFew ? sortChunks<kSortHeldFew> : sortChunks<kSortHeld>;
    const auto sharedBytes = SortRoom::bytesOf (work.sorted);
    if (const auto status = allowShared (kernel, sharedBytes); status != cudaSuccess)
        return status;
    const unsigned grid = std::min (static_cast<unsigned> (work.sorted.numChunks),
                                    gridFor (place, kernel, kSortThreads, sharedBytes));
    kernel<<<grid, kSortThreads, sharedBytes, place.stream>>> (work);
    return cudaGetLastError ();
}

cudaError_t launchSumBuckets (const HashWork& work, const LaunchPlace& place)
{
    return launchSum<FloatCells> (work, place);
}

cudaError_t launchSumBucketsFixed (const HashWork& work, const LaunchPlace& place)
{
    return launchSum<FixedCells> (work, place);
}

} // namespace melstrom::gpu::cuda
