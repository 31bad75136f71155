// Plays instruments as a host does: block after block, with pauses in between.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Bench/LiveTrialOptions.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace melstrom
{

/** In seconds, over all instances. */
struct LiveTimes
{
    double p50 = 0, p99 = 0, p999 = 0, worst = 0;
};

struct LiveTrialResult
{
    std::string backend; ///< that sounded voices at the end
    LiveTimes callback;  ///< of one instance: synthesizer and tap
    /** Time from the submission of a block to the worker until it is done; 0 on the CPU. Each value
        is the median over the instances. */
    LiveTimes roundTrip;
    std::int64_t numBlocks = 0;   ///< of each instance
    std::int64_t numMisses = 0;   ///< blocks of the CPU fallback
    std::int64_t numOverruns = 0; ///< callbacks that took longer than their block
};

/** Each instance plays a chord with all its voices and computes a mel spectrogram of its output.
    The calling thread sleeps until a block is due, as a host's audio thread does, and calls one
    instance after the other. Fails: as LiveSynth::make and MelTap; deviceUnavailable if a GPU was
    requested and the CPU sounds; interrupted if `stop` is set. */
Result<LiveTrialResult> runLiveTrial (const LiveTrialOptions& options,
                                      const std::atomic<bool>& stop,
                                      const std::function<void (double seconds)>& onSecond = {});

} // namespace melstrom
