// How many thread blocks a kernel with a grid-stride loop gets. Compiled by nvcc alone.
#pragma once

#include "Engine/Backend/Gpu/Cuda/Launches/Launch.h"

namespace melstrom::cuda
{

/** Fills the device: what fits on a multiprocessor, times their number, or what is asked for.
    0: the kernel cannot be run. */
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
