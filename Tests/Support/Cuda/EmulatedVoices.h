// The kernels of voices, run on the host: the same text, one thread after the other.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

namespace melstrom::testing
{

/** Each does what the launch of the same name does on a device, before it returns. All addresses in
    `work` are host memory. Thread: any. */
void emulateFetchBatch (const cuda::VoiceWork& work);
void emulatePartialBank (const cuda::VoiceWork& work);
void emulateVoiceMix (const cuda::VoiceWork& work);

} // namespace melstrom::testing
