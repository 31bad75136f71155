// Fused mel: bands = log (bank x |FFT (window x samples)|^2), samples (as stored) to features
// (frames, bands) or (segments, bands, frames).
// A thread block computes a tile of frames in shared memory, frames innermost, so that a warp's
// accesses are adjacent. A thread transforms `radix` points in registers at a time.
// Reads each sample of a tile once and writes each feature once.
// Engine/Backend/Gpu/Kernels/README.md has the measured rates.
#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"
#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedMel.h"

#include <algorithm>

namespace melstrom::gpu::cuda
{

namespace
{
extern __shared__ Complex sharedMemory[];

template <typename Shape, int numThreads, int numBlocks>
__global__ void __launch_bounds__ (numThreads, numBlocks)
    fusedMel (const __grid_constant__ MelWork work)
{
    ThreadBlock block;
    computeTiles<Shape> (work, static_cast<int> (blockIdx.x), static_cast<int> (gridDim.x), block,
                         &sharedMemory[0].re);
}

constexpr int kAnyThreads = 256, kAnyBlocks = 2;

using Kernel = void (*) (MelWork);

Kernel kernelOf (const FusedProgram& fused, bool hasSteps)
{
    switch (fused.compiled)
    {
#define MELSTROM_SHAPE(index, fft, frames, threads, blocks, steps, ...)                            \
    case index:                                                                                    \
        return fusedMel<FixedShape<frames, threads, steps, __VA_ARGS__>, threads, blocks>;
#define MELSTROM_WARP_SHAPE(index, fft, frames, blocks)                                            \
    case index:                                                                                    \
        return fusedMel<WarpShape<frames>, WarpShape<frames>::threads (), blocks>;
#include "Engine/Backend/Gpu/Kernels/Fused/CompiledShapes.inc"
#undef MELSTROM_SHAPE
#undef MELSTROM_WARP_SHAPE
        default:
            return hasSteps ? fusedMel<AnyShape<true>, kAnyThreads, kAnyBlocks>
                            : fusedMel<AnyShape<false>, kAnyThreads, kAnyBlocks>;
    }
}

/** Thread blocks that fit on a multiprocessor; 0: none fits. */
int blocksAtOnce (Kernel kernel, const FusedProgram& fused)
{
    const int sharedBytes = fused.sharedFloats * static_cast<int> (sizeof (float));
    int device = 0, mostBytes = 0;
    cudaGetDevice (&device);
    cudaDeviceGetAttribute (&mostBytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (sharedBytes > mostBytes)
        return 0;
    if (cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes) !=
        cudaSuccess)
    {
        cudaGetLastError (); // too much shared memory for this device; the error is not sticky
        return 0;
    }
    int numBlocks = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&numBlocks, kernel, fused.numThreads,
                                                       static_cast<std::size_t> (sharedBytes)) !=
        cudaSuccess)
        cudaGetLastError ();
    return numBlocks;
}
} // namespace

bool canLaunchFusedMel (const FusedProgram& fused) noexcept
{
    return blocksAtOnce (kernelOf (fused, false), fused) > 0;
}

cudaError_t launchFusedMel (const MelWork& work, const LaunchPlace& place)
{
    const Kernel kernel = kernelOf (work.fused, work.program.hasFrameSteps);
    const int numBlocks = blocksAtOnce (kernel, work.fused);
    const int grid = place.grid > 0 ? place.grid : place.numMultiprocessors * numBlocks;
    if (numBlocks == 0)
        return cudaErrorInvalidConfiguration;
    kernel<<<grid, work.fused.numThreads,
             static_cast<std::size_t> (work.fused.sharedFloats) * sizeof (float), place.stream>>> (
        work);
    return cudaGetLastError ();
}

} // namespace melstrom::gpu::cuda
