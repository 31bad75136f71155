// Options of a live trial: instances, host and notes.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** Longest wait for a GPU that starts, before instances are made. */
inline constexpr double kMostStartSeconds = 3;

struct LiveTrialOptions
{
    int numInstances = 1;
    int blockSamples = 128;
    double sampleRateHz = 48000;
    double seconds = 3;
    int numVoices = 64, numPartials = 64; ///< of each instance
    BackendChoice backend;
    LatencyMode latency = LatencyMode::safe;
    double restrikeSeconds = 0; ///< interval between new strikes of the notes; 0: held throughout
};

LiveSynthOptions synthOptions (const LiveTrialOptions& options);

/** numVoices voices of saws with numPartials partials, at full level while a key is held. */
Patch trialPatch (const LiveTrialOptions& options);

/** A note for each voice, all at `sample`. Keys from the lowest octaves on, so that no partial lies
    above Nyquist. Uses several channels if there are more voices than such keys. */
std::vector<SynthEvent> chord (int numVoices, SynthEventKind kind, std::int64_t sample);

} // namespace melstrom
