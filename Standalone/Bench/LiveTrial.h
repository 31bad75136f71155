// Plays instances as a host does: block after block on a clock, with pauses in between.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Standalone/Bench/HostThread.h"
#include "Standalone/CommandLine/Commands/VoiceTelemetry.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** Instances, host and notes of a trial. */
struct LiveTrialOptions
{
    int numInstances = 1;
    int blockSamples = 128;
    double sampleRateHz = 48000;
    double seconds = 3;
    int numVoices = 64, numPartials = 64; ///< of each instance
    BackendChoice backend;
    double restrikeSeconds = 0; ///< interval between new strikes of the notes; 0: held throughout
};

/** numVoices voices of saws with numPartials partials, at full level while a key is held. */
Patch trialPatch (const LiveTrialOptions& options);

/** A note for each voice, all at sample 0. Keys from the lowest octaves on, so that no partial lies
    above Nyquist. Uses several channels if there are more voices than such keys. */
std::vector<SynthEvent> chord (int numVoices, SynthEventKind kind);

/** A silent synthesizer with that patch and without shedding: a trial measures the full load. Waits
    up to three seconds for a device that starts. Fails: as LiveSynth::make. */
Result<std::unique_ptr<LiveSynth>> makeTrialSynth (const LiveTrialOptions& options,
                                                   std::shared_ptr<LiveDevice> device);

struct LiveTrialResult
{
    std::string backend; ///< that sounded voices at the end
    LiveTimes callback;  ///< of one instance: synthesizer and tap
    /** Time from the submission of a block to the worker until it is done; 0 on the CPU. Each value
        is the median over the instances. */
    LiveTimes roundTrip;
    double seconds = 0;           ///< in which the instances played
    double rowsSeconds = 0;       ///< that the worker spent on rows of all instances
    std::int64_t numBlocks = 0;   ///< of each instance
    std::int64_t numMisses = 0;   ///< blocks of the CPU fallback
    std::int64_t numOverruns = 0; ///< callbacks that took longer than their block
};

/** Each instance plays a chord with all its voices and computes a mel spectrogram of its output.
    telemetry: copy in: into the ring of samples; compute: voices; copy out: rows for the screen.
    The calling thread is the host's audio thread and calls one instance after the other. Fails: as
    LiveSynth::make and MelTap; deviceUnavailable if a GPU was requested and the CPU sounds;
    interrupted after a signal. */
Result<LiveTrialResult> runLiveTrial (const LiveTrialOptions& options, VoiceTelemetry& telemetry,
                                      const std::function<void (double seconds)>& onSecond = {});

} // namespace melstrom
