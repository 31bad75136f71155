// The kernels of voices, executed on the host: the same source, one thread after the other.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

namespace melstrom::testing
{

/** Each function does the work of the launch of the same name, before it returns. All addresses in
    `work` are host memory. Thread: any. */
void emulateFetchBatch (const cuda::VoiceWork& work);
void emulatePartialBank (const cuda::VoiceWork& work);
void emulateVoiceMix (const cuda::VoiceWork& work);

} // namespace melstrom::testing
