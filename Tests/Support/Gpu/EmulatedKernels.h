// The kernels beside the fused one, executed on the host: the same source, one thread after the
// other.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"

namespace melstrom::testing
{

/** Each function does the work of the launch of the same name, before it returns. All addresses in
    `work` are host memory. Thread: any. */
void emulateWindowFrames (const gpu::MelWork& work);
void emulateProjectBands (const gpu::MelWork& work);
void emulateGatherBlocks (const gpu::MelWork& work);
void emulateJoinBlocks (const gpu::MelWork& work);
void emulateSmooth (const gpu::MelWork& work);
void emulateFinishTiles (const gpu::MelWork& work);
void emulateFinishRows (const gpu::MelWork& work);
void emulateStoreRows (const gpu::MelWork& work);

} // namespace melstrom::testing
