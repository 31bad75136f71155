// The CUDA renderer of voices on the GPU of this machine.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <memory>

namespace melstrom::testing
{

/** On device 0. Null where there is no GPU; that has been said then, as cudaBackends () says it.
    Throws std::runtime_error where there is one and the renderer does not come up. */
std::unique_ptr<VoiceRenderer> deviceRenderer (const VoiceCapacity& capacity);

} // namespace melstrom::testing
