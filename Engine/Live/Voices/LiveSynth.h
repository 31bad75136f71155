// The synthesizer in a host: the audio thread never waits; a worker renders voices on a GPU.
#pragma once

#include "Engine/Core/System/ForkCount.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Voices/HostTimeline.h"
#include "Engine/Live/Voices/LiveHealth.h"
#include "Engine/Live/Voices/LiveShedding.h"
#include "Engine/Live/Voices/LiveTables.h"
#include "Engine/Live/Voices/LiveVoices.h"
#include "Engine/Realtime/Effects/MovedEffects.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

namespace melstrom
{

enum class LatencyMode
{
    safe,  ///< one maximum block, reported to the host: the worker has one block's time
    direct ///< no latency: the audio thread polls for the worker's block for a share of its time
};

struct LiveSynthOptions
{
    double sampleRateHz = 48000;
    int maxBlockSamples = 512;
    LatencyMode latency = LatencyMode::safe;
    /** In `direct` mode: share of a block's time for which the audio thread polls the worker. */
    double directShare = 0.5;
    BackendChoice backend; ///< for voices; the CPU has no latency in either mode
    /** Times blocks for shedding: see ShedControl. null: no shedding. Thread: audio. */
    LiveClock clock = &std::chrono::steady_clock::now;
    bool operator== (const LiveSynthOptions&) const = default;
};

/** An instrument for one audio thread. Its output depends only on events and parameters and on
    their positions. It does not depend on block sizes, misses or the backend (except for rounding).
    Two changes take effect at the start of a block: new partial tables, and a new shed level.
      audio    `process`, `latencySamples`, `tailSeconds`: no lock, allocation, system call or wait,
               except in `direct` mode and offline
      others   all other functions; setTuning not while `process` runs
    In a fork of the process that made it, it may only be destroyed; this leaks its memory. */
class LiveSynth
{
public:
    /** Makes a silent instrument with that patch. Does not wait for a GPU. A starting GPU already
        determines the latency; the CPU renders voices until it is up. If the start fails, the CPU
        continues and `health` gives the reason.
        Fails: outOfMemory, badSpec. */
    static Result<std::unique_ptr<LiveSynth>> make (const LiveSynthOptions& options,
                                                    const Patch& patch);
    /** With a device of the caller; ignores options.backend. */
    static Result<std::unique_ptr<LiveSynth>>
    make (const LiveSynthOptions& options, const Patch& patch, std::shared_ptr<LiveDevice> device);
    ~LiveSynth ();
    LiveSynth (const LiveSynth&) = delete;
    LiveSynth& operator= (const LiveSynth&) = delete;

    void process (const LiveBlock& block) noexcept;
    int latencySamples () const noexcept { return latencySamples_; }
    double tailSeconds () const noexcept { return tailSeconds_.load (std::memory_order_relaxed); }

    /** Sets the oscillators' drawings, which are no parameters. The background makes their tables,
        so they take effect later. Thread: message thread. */
    void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings)
    {
        voices_->tables ().setDrawings (drawings);
    }
    /** Not while `process` runs. */
    void setTuning (const Tuning& tuning);
    /** Silences all voices and effects with the next block; keeps the patch. Sets a flag only.
        Thread: any. */
    void reset () noexcept { isResetAsked_.store (true, std::memory_order_release); }

    /** Never waits for a device or another call. Thread: any but audio. */
    LiveHealth health () const;
    /** Clears the round trips of `health`. Thread: any. */
    void forgetRoundTrips () noexcept { voices_->roundTrips ().forget (); }
    /** Parameter values of the newest voice after the modulation matrix; false: no voice sounds.
        Thread: one display thread. */
    bool shownValues (PatchValues& values) noexcept { return voices_->shownValues (values); }

    /** For tests: marks the GPU as lost. */
    void loseDevice () noexcept { voices_->loseDevice (); }

private:
    LiveSynth (const LiveSynthOptions& options, std::shared_ptr<LiveDevice> device,
               const Patch& patch, std::unique_ptr<LiveVoices> voices, int latencySamples);
    void processPart (const LivePart& part) noexcept;
    void noteEvents (const LivePart& part) noexcept;
    void fallSilent () noexcept;
    LivePatience patienceOf (const LivePart& part) const noexcept;
    void render (const LivePart& part) noexcept;

    ForkMark mark_;
    LiveSynthOptions options_;
    std::shared_ptr<LiveDevice> device_;
    int latencySamples_;
    std::unique_ptr<Tuning> tuning_;
    std::unique_ptr<LiveVoices> voices_;
    LiveTables tables_;
    MovedEffects effects_;
    HostTimeline timeline_;
    LiveShedding shedding_;
    std::chrono::steady_clock::time_point blockBegin_; ///< time of the callback
    std::int64_t silentUntil_ = 0;                     ///< output before this sample is silent
    std::atomic<bool> isResetAsked_ {false};

    std::atomic<std::int64_t> numMisses_ {0};
    std::atomic<double> tailSeconds_; ///< of the effects; depends on tempo and controllers
};

} // namespace melstrom
