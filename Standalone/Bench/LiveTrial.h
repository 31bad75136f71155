// Instruments that are played as a host plays them: block after block, with pauses in between.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Bench/LiveTrialOptions.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace melstrom
{

/** Seconds, of all instances together. */
struct LiveTimes
{
    double p50 = 0, p99 = 0, p999 = 0, worst = 0;
};

struct LiveTrialResult
{
    std::string backend; ///< who sounded voices at the end
    LiveTimes callback;  ///< of one instance: synthesizer and tap
    /** From handing a block to the worker to its being done; 0 on the CPU. The median over instances of each figure. */
    LiveTimes roundTrip;
    std::int64_t numBlocks = 0;   ///< of each instance
    std::int64_t numMisses = 0;   ///< blocks that the CPU took over
    std::int64_t numOverruns = 0; ///< callbacks that took longer than their block lasts
};

/** Each instance sounds a chord of all its voices and shows a mel spectrogram of what it plays. The calling thread
    sleeps until a block is due, as a host's audio thread does, and calls one instance after the other. Fails: as
    LiveSynth::make and MelTap do; deviceUnavailable where a GPU was asked for and the CPU sounds; interrupted when
    `stop` is set. */
Result<LiveTrialResult> runLiveTrial (const LiveTrialOptions& options,
                                      const std::atomic<bool>& stop,
                                      const std::function<void (double seconds)>& onSecond = {});

} // namespace melstrom
