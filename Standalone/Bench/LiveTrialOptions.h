// Instances that are tried: how many there are, how they are called, and what they play.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** What a trial waits for a GPU that starts, before it makes instances. */
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
    double restrikeSeconds = 0; ///< notes are struck anew so often; 0: held throughout
};

LiveSynthOptions synthOptions (const LiveTrialOptions& options);

/** Saws of so many partials, of so many voices, which sound at full level as long as a key is held. */
Patch trialPatch (const LiveTrialOptions& options);

/** A note for each voice, all at `sample`. Keys from the lowest octaves on, so that no partial lies above Nyquist; on
    several channels where there are more voices than such keys. */
std::vector<SynthEvent> chord (int numVoices, SynthEventKind kind, std::int64_t sample);

} // namespace melstrom
