#include "Standalone/CommandLine/Machine/OpenVoices.h"

#include "Engine/Backend/Choice/VoiceCrossover.h"
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Realtime/Control/HeldNotes.h"
#include "Engine/Spec/Harmony/ChordVoicing.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Number of notes for one key. */
std::int64_t notesOfKey (const Patch& patch)
{
    const int chord = patch.whole (PatchKey::chordType); // 0: off; else the quality's index + 1
    if (chord == 0 || patch.choice<VoiceMode> (PatchKey::voiceMode) != VoiceMode::poly)
        return 1;
    return static_cast<std::int64_t> (
        chordSemitones (static_cast<ChordQuality> (chord - 1),
                        patch.choice<ChordVoicing> (PatchKey::chordVoicing))
            .size ());
}

bool pays (const Crossover& crossover, std::int64_t numSinusoids)
{
    return crossover.offline && numSinusoids >= *crossover.offline;
}

/** True if a GPU may be faster, decided without loading a driver. A measurement with a different
    GPU or driver does not exclude the GPU. */
bool mayPay (std::int64_t numSinusoids, const std::optional<std::string>& measuredFile)
{
    if (numSinusoids < kNeverWorthGpu)
        return false;
    const auto known = recallCrossover (measuredFile, measuredHere (), presentGpus ());
    return ! known || ! known->isCurrent || pays (known->crossover, numSinusoids);
}

std::string crossoverText (const Crossover& crossover)
{
    return crossover.offline
               ? "faster than the CPU from " + groupedText (*crossover.offline) + " partials on"
               : std::string ("not faster than the CPU");
}

/** Crossover of this GPU and driver: from the file, or measured now. */
Result<Crossover> crossoverOf (GpuDevice& gpu, const std::optional<std::string>& measuredFile,
                               Log& log)
{
    const auto on = measuredOn (gpu);
    if (const auto known = recallCrossover (measuredFile, on))
        return *known;
    const auto measured = measureCrossover (gpu);
    if (! measured)
        return measured.error ();
    const bool isKept = rememberCrossover (measuredFile, on, *measured);
    log.info ("measured: " + gpu.melBackend ().name () + " is " + crossoverText (*measured) +
              (isKept ? "; kept in " + printable (*measuredFile) : ""));
    return measured;
}

Result<OpenedVoices> voicesOf (std::unique_ptr<GpuDevice> gpu, const VoiceCapacity& capacity)
{
    MELSTROM_TRY_VALUE (auto renderer, gpu->makeVoices (capacity));
    return OpenedVoices {std::move (gpu), std::move (renderer)};
}

/** Returns no renderer if the CPU is faster. */
Result<OpenedVoices> openFasterGpu (const BackendChoice& choice, const VoiceCapacity& capacity,
                                    std::int64_t numSinusoids,
                                    const std::optional<std::string>& measuredFile, Log& log)
{
    MELSTROM_TRY_VALUE (auto gpu, openGpu (choice));
    MELSTROM_TRY_VALUE (const auto crossover, crossoverOf (*gpu, measuredFile, log));
    if (! pays (crossover, numSinusoids))
        return OpenedVoices {};
    return voicesOf (std::move (gpu), capacity);
}
} // namespace

std::int64_t mostSinusoids (const Patch& patch, std::span<const SynthEvent> events)
{
    HeldNotes held;
    held.setMpe (patch.choice<MpeMode> (PatchKey::mpe) == MpeMode::on);
    std::int64_t most = 0;
    for (const auto& event : events)
    {
        held.apply (event);
        most = std::max (most, static_cast<std::int64_t> (held.numHeld ()));
    }
    return sinusoidsOfNote (patch) *
           std::min<std::int64_t> (most * notesOfKey (patch), patch.whole (PatchKey::maxVoices));
}

Result<OpenedVoices> openGpuVoices (int deviceIndex, const VoiceCapacity& capacity)
{
    BackendChoice choice;
    choice.deviceIndex = deviceIndex;
    MELSTROM_TRY_VALUE (auto gpu, openGpu (choice));
    return voicesOf (std::move (gpu), capacity);
}

Result<OpenedVoices> openVoices (const BackendChoice& choice, const VoiceCapacity& capacity,
                                 std::int64_t numSinusoids,
                                 const std::optional<std::string>& measuredFile, Log& log)
{
    switch (choice.kind)
    {
        case BackendChoice::Kind::gpu: return openGpuVoices (choice.deviceIndex, capacity);
        case BackendChoice::Kind::automatic:
            if (hasGpuModule () && mayPay (numSinusoids, measuredFile))
            {
                auto gpu = openFasterGpu (choice, capacity, numSinusoids, measuredFile, log);
                if (! gpu)
                    log.notice (presentGpus ().isEmpty () ? LogLevel::debug : LogLevel::info,
                                fallbackNotice ("cpu", gpuName (choice.deviceIndex), gpu.error ()));
                else if (gpu->renderer != nullptr)
                    return gpu;
            }
            break;
        case BackendChoice::Kind::cpu: break;
    }
    MELSTROM_TRY_VALUE (auto renderer, makeCpuVoiceRenderer (capacity, choice.numThreads.value_or (
                                                                           hardwareThreads ())));
    return OpenedVoices {nullptr, std::move (renderer)};
}

} // namespace melstrom
