// The kernels beside the fused one, executed on the host: the same source, one thread after the
// other.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"

namespace melstrom::testing
{

/** Each function does the work of the launch of the same name, before it returns. All addresses in
    `work` are host memory. Thread: any. */
void emulateWindowFrames (const cuda::MelWork& work);
void emulateProjectBands (const cuda::MelWork& work);
void emulateGatherBlocks (const cuda::MelWork& work);
void emulateJoinBlocks (const cuda::MelWork& work);
void emulateSmooth (const cuda::MelWork& work);
void emulateFinishTiles (const cuda::MelWork& work);
void emulateFinishRows (const cuda::MelWork& work);
void emulateStoreRows (const cuda::MelWork& work);

} // namespace melstrom::testing
