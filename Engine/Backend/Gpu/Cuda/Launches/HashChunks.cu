#include "Engine/Backend/Gpu/Cuda/Launches/HashBlock.cuh"
#include "Engine/Backend/Gpu/Cuda/Launches/HashLaunch.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SortChunks.h"
#include "Engine/Backend/Gpu/Kernels/Hash/StreamBuckets.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBuckets.h"

#include <algorithm>

namespace melstrom::gpu::cuda
{

namespace
{
/** Lets blocks of the next kernel start while those of this one end; from compute capability 9.0.
    Code that a driver made of older PTX does not wait for the kernel before. */
template <typename Kernel>
bool canStartEarly (Kernel kernel) noexcept
{
    cudaFuncAttributes attributes {};
    return cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess &&
           attributes.binaryVersion >= 90 && attributes.ptxVersion >= 90;
}

template <int numHeld>
__global__ void __launch_bounds__ (kSortThreads, kSortBlocks)
    sortChunks (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (16) std::byte room[];
    letNextLaunchStart ();
    DeviceHash block;
    const auto shared = SortRoom::in (room, work.sorted);
    for (std::int64_t chunk = blockIdx.x; chunk < work.sorted.numChunks; chunk += gridDim.x)
        sortChunk<numHeld> (work, chunk, block, shared);
}

/** Sums of floats need no unit. A barrier, if they do. */
template <typename Cells>
__device__ FixedUnit unitOf (const HashWork& work, const DeviceHash& block, std::uint32_t* scratch)
{
    if constexpr (Cells::kHasUnit)
    {
        ThreadBlock::PerThread<std::uint32_t> sizes (block);
        sizes[0] =
            largestOfChunks (work.sorted, static_cast<int> (threadIdx.x), block.numThreads ());
        return {DeviceHash::largestOf (sizes, scratch), work.numRecords};
    }
    else
        return {};
}

template <typename Cells>
__global__ void __launch_bounds__ (kSumThreads, 1)
    sumBuckets (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (16) std::byte room[];
    DeviceHash block;
    const auto shared = SumRoom<Cells>::in (room, work.sorted, kSumThreads);
    waitForLaunchBefore ();
    const FixedUnit unit = unitOf<Cells> (work, block, shared.scratch);
    for (int bucket = static_cast<int> (blockIdx.x); bucket < work.sorted.numBuckets;
         bucket += static_cast<int> (gridDim.x))
        sumBucket (work, bucket, unit, block, shared);
}

template <typename Cells>
__global__ void __launch_bounds__ (kStreamThreads, 1)
    streamBuckets (const __grid_constant__ HashWork work)
{
    extern __shared__ __align__ (128) std::byte streamRoom[];
    DeviceHash block;
    const auto shared = StreamRoom<Cells>::in (streamRoom, work.sorted);
    shared.clear (static_cast<int> (threadIdx.x), kStreamThreads);
    waitForLaunchBefore ();
    const FixedUnit unit = unitOf<Cells> (work, block, shared.scratch);
    streamGroup (work, static_cast<int> (blockIdx.x) * work.sorted.bucketsPerBlock, unit, block,
                 shared);
}

using Kernel = void (*) (HashWork);

/** Its blocks may start before sortChunks ends; they wait for its results themselves. */
cudaError_t launchAfterSort (Kernel kernel, unsigned grid, int numThreads, std::size_t sharedBytes,
                             const HashWork& work, const LaunchPlace& place)
{
    cudaLaunchConfig_t config {};
    config.gridDim = dim3 (grid);
    config.blockDim = dim3 (static_cast<unsigned> (numThreads));
    config.dynamicSmemBytes = sharedBytes;
    config.stream = place.stream;
    cudaLaunchAttribute early {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = canStartEarly (kernel) ? 1 : 0;
    return cudaLaunchKernelEx (&config, kernel, work);
}

template <typename Cells>
cudaError_t launchSum (const HashWork& work, const LaunchPlace& place)
{
    const Kernel kernel = sumBuckets<Cells>;
    const auto sharedBytes = SumRoom<Cells>::bytesOf (work.sorted, kSumThreads);
    if (const auto status = allowShared (kernel, sharedBytes); status != cudaSuccess)
        return status;
    const unsigned grid = std::min (static_cast<unsigned> (work.sorted.numBuckets),
                                    gridFor (place, kernel, kSumThreads, sharedBytes));
    return launchAfterSort (kernel, grid, kSumThreads, sharedBytes, work, place);
}

/** A block for each group of buckets, at any place.grid: a block clears its memory only once. */
template <typename Cells>
cudaError_t launchStream (const HashWork& work, const LaunchPlace& place)
{
    const Kernel kernel = streamBuckets<Cells>;
    const auto sharedBytes = StreamRoom<Cells>::bytesOf (work.sorted);
    if (const auto status = allowShared (kernel, sharedBytes); status != cudaSuccess)
        return status;
    const int each = work.sorted.bucketsPerBlock;
    const auto grid = static_cast<unsigned> ((work.sorted.numBuckets + each - 1) / each);
    return launchAfterSort (kernel, grid, kStreamThreads, sharedBytes, work, place);
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

cudaError_t launchStreamBuckets (const HashWork& work, const LaunchPlace& place)
{
    return launchStream<FloatCells> (work, place);
}

cudaError_t launchStreamBucketsFixed (const HashWork& work, const LaunchPlace& place)
{
    return launchStream<FixedCells> (work, place);
}

} // namespace melstrom::gpu::cuda
