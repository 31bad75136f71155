// The fused kernel's own text, stepped through on the host.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"

namespace melstrom::testing
{

/** Computes all tiles. Addresses in `work` are of host memory. Shared memory is NaN before the
    first tile, so that reading what nothing wrote shows. */
void emulateFusedMel (const cuda::MelWork& work);

} // namespace melstrom::testing
