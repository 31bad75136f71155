// Kernel launches, for the module that owns the streams. Compiled only by nvcc.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

#include <cuda_runtime.h>

namespace melstrom::gpu::cuda
{

/** Where a kernel runs. grid: number of thread blocks; 0: as many as fill the device. */
struct LaunchPlace
{
    cudaStream_t stream = nullptr;
    int numMultiprocessors = 1;
    int grid = 0;
};

/** place.grid if set; else the thread blocks that fit on all multiprocessors. 0: the kernel cannot
    run. */
template <typename Kernel>
unsigned gridFor (const LaunchPlace& place, Kernel kernel, int numThreads,
                  std::size_t sharedBytes = 0) noexcept
{
    if (place.grid > 0)
        return static_cast<unsigned> (place.grid);
    int perMultiprocessor = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&perMultiprocessor, kernel, numThreads,
                                                       sharedBytes) != cudaSuccess)
        return 0;
    return static_cast<unsigned> (perMultiprocessor * place.numMultiprocessors);
}

/** Lets a kernel have more than 48 KiB of shared memory, which a launch alone does not give. */
template <typename Kernel>
cudaError_t allowShared (Kernel kernel, std::size_t sharedBytes) noexcept
{
    return cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int> (sharedBytes));
}

cudaError_t launchFusedMel (const MelWork& work, const LaunchPlace& place);
bool canLaunchFusedMel (const FusedProgram& fused) noexcept;

cudaError_t launchWindowFrames (const MelWork& work, const LaunchPlace& place);
cudaError_t launchProjectBands (const MelWork& work, const LaunchPlace& place);
cudaError_t launchGatherBlocks (const MelWork& work, const LaunchPlace& place);
cudaError_t launchJoinBlocks (const MelWork& work, const LaunchPlace& place);
cudaError_t launchSmooth (const MelWork& work, const LaunchPlace& place);
cudaError_t launchFinishTiles (const MelWork& work, const LaunchPlace& place);
cudaError_t launchFinishRows (const MelWork& work, const LaunchPlace& place);
cudaError_t launchStoreRows (const MelWork& work, const LaunchPlace& place);

cudaError_t launchFetchBatch (const VoiceWork& work, const LaunchPlace& place);
cudaError_t launchPartialBank (const VoiceWork& work, const LaunchPlace& place);
cudaError_t launchVoiceMix (const VoiceWork& work, const LaunchPlace& place);

} // namespace melstrom::gpu::cuda
