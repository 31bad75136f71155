#include "Standalone/Bench/LiveTrialOptions.h"

namespace melstrom
{

LiveSynthOptions synthOptions (const LiveTrialOptions& options)
{
    LiveSynthOptions result;
    result.sampleRateHz = options.sampleRateHz;
    result.maxBlockSamples = options.blockSamples;
    result.latency = options.latency;
    result.backend = options.backend;
    result.clock = nullptr; // no shedding: the trial measures the full load
    return result;
}

Patch trialPatch (const LiveTrialOptions& options)
{
    Patch patch;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = static_cast<float> (options.numPartials);
    patch[PatchKey::maxVoices] = static_cast<float> (options.numVoices);
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::volume] = -36;
    return patch;
}

std::vector<SynthEvent> chord (int numVoices, SynthEventKind kind, std::int64_t sample)
{
    constexpr int kLowest = 12, kKeys = 32;
    std::vector<SynthEvent> events;
    for (int voice = 0; voice < numVoices; ++voice)
        events.push_back ({sample, kind, static_cast<std::uint8_t> (voice / kKeys % 16),
                           static_cast<std::uint8_t> (kLowest + voice % kKeys),
                           kind == SynthEventKind::noteOn ? 0.8f : 0.0f});
    return events;
}

} // namespace melstrom
