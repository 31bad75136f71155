// Who sounds voices: what the user asks for, and the renderer that answers.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"
#include "Standalone/CommandLine/Terminal/Log.h"

namespace melstrom
{

/** For fewer sinusoids at a time no GPU is worth the start of its driver: one core of the machine of docs/synth.md
    renders them at a hundred times real time. */
inline constexpr std::int64_t kNeverWorthGpu = 1024;

/** A GPU by its index. Loads the driver. Fails: deviceUnavailable, outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>> openCudaVoices (int deviceIndex,
                                                       const VoiceCapacity& capacity);

/** numSinusoids: that sound at a time at most. automatic: the CPU on all cores, or a GPU if one can be had and the
    measured crossover (Crossover::offline) says that it is faster. Where this GPU has not been measured on this machine,
    that is done now, and kept in the file. measuredFile: empty: nothing is read or kept.
    Fails: deviceUnavailable for a GPU that was asked for by name, outOfMemory. */
Result<std::unique_ptr<VoiceRenderer>>
openVoices (const BackendChoice& choice, const VoiceCapacity& capacity, std::int64_t numSinusoids,
            const std::optional<std::string>& measuredFile, Log& log);

} // namespace melstrom
