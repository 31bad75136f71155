// The fused kernel's source, executed on the host.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"

namespace melstrom::testing
{

/** Computes all tiles. Addresses in `work` are host memory. Shared memory is NaN before the first
    tile, so reads of unwritten memory show. */
void emulateFusedMel (const gpu::MelWork& work);

} // namespace melstrom::testing
