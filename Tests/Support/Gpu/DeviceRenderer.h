// The CUDA renderer of voices on the GPU of this machine.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <memory>

namespace melstrom::testing
{

/** The renderer on device 0. Null without a GPU, after the same skip message as cudaBackends ().
    Throws std::runtime_error if there is a GPU and the renderer does not start. */
std::unique_ptr<VoiceRenderer> deviceRenderer (const VoiceCapacity& capacity);

} // namespace melstrom::testing
