// Opens the renderer of voices that the user requests.
#pragma once

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Realtime/Control/SynthEvent.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Standalone/CommandLine/Terminal/Log.h"

#include <span>

namespace melstrom
{

/** Below this number of simultaneous sinusoids the start of a GPU's driver costs more than it
    saves: one core of the machine in docs/synth.md renders them at a hundred times real time. */
inline constexpr std::int64_t kNeverWorthGpu = 1024;

/** Most simultaneous sinusoids of a song: notes that keys and pedals hold, at most maxVoices, times
    the sinusoids of a note. Does not count releases. */
std::int64_t mostSinusoids (const Patch& patch, std::span<const SynthEvent> events);

/** A renderer, and its GPU; null: the CPU. */
struct OpenedVoices
{
    std::unique_ptr<GpuDevice> gpu;
    std::unique_ptr<VoiceRenderer> renderer;
};

/** numSinusoids: see mostSinusoids. automatic: the CPU on all cores, or a GPU if one is
    available and the measured crossover (Crossover::offline) says that it is faster. A GPU without
    a measurement on this machine is measured now, and the result is stored in the file.
    measuredFile: empty: nothing is read or stored. Fails: deviceUnavailable for a GPU requested by
    name, outOfMemory. */
Result<OpenedVoices> openVoices (const BackendChoice& choice, const VoiceCapacity& capacity,
                                 std::int64_t numSinusoids,
                                 const std::optional<std::string>& measuredFile, Log& log);

/** Opens a GPU by its index. Loads the driver. Fails: deviceUnavailable, outOfMemory. */
Result<OpenedVoices> openGpuVoices (int deviceIndex, const VoiceCapacity& capacity);

} // namespace melstrom
