// Who sounds voices: what the user asks for, and the renderer that answers.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"
#include "Standalone/CommandLine/Log.h"

namespace melstrom
{

/** From so many sinusoids on, all that may sound at a time, a GPU is faster than all cores of its machine; see the table in
    docs/synth.md. */
inline constexpr std::int64_t kGpuWinsFromSinusoids = 8192;

/** A GPU by its index. Loads the driver. Fails: deviceUnavailable, outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> openCudaVoices (int deviceIndex,
                                                       const VoiceCapacity& capacity);

/** numSinusoids: that sound at a time at most. automatic: the CPU on all cores, or, from kGpuWinsFromSinusoids on, a GPU if
    one can be had. Fails: deviceUnavailable for a GPU that was asked for by name, outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> openVoices (const BackendChoice& choice,
                                                   const VoiceCapacity& capacity,
                                                   std::int64_t numSinusoids, Log& log);

} // namespace melstrom
