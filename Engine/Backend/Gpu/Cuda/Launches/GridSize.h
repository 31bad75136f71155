// Grid size of a kernel with a grid-stride loop. Compiled only by nvcc.
#pragma once

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"

namespace melstrom::cuda
{

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

} // namespace melstrom::cuda
