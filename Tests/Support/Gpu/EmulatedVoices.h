// The kernels of voices, executed on the host: the same source, one thread after the other.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

namespace melstrom::testing
{

/** Each function does the work of the launch of the same name, before it returns. All addresses in
    `work` are host memory. Thread: any. */
void emulateFetchBatch (const gpu::VoiceWork& work);
void emulatePartialBank (const gpu::VoiceWork& work);
void emulateVoiceMix (const gpu::VoiceWork& work);

} // namespace melstrom::testing
