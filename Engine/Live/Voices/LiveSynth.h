// The synthesizer in a host: the audio thread never waits; a worker renders voices on a GPU.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Voices/LiveHealth.h"
#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Live/Worker/LiveWorker.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <chrono>
#include <memory>
#include <span>

namespace melstrom
{

enum class LatencyMode
{
    safe,  ///< one maximum block, reported to the host: the worker has one block's time
    direct ///< no latency: the audio thread polls for the worker's block for a share of its time
};

using LiveClock = std::chrono::steady_clock::time_point (*) () noexcept;

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

/** Position of the host's song in beats at the block's first sample, and its tempo. */
struct SongPlace
{
    double beats = 0, beatsPerSample = 0;
    bool isRunning = false;
};

/** One callback. Event positions are relative to its first sample and clamped to
    0 .. numSamples - 1. */
struct LiveBlock
{
    std::span<const SynthEvent> events; ///< in order: notes, controllers and parameters
    SongPlace song;
    float* left = nullptr; ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
    /** waits for the worker, for a starting GPU and for new tables */
    bool isOffline = false;
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
    virtual ~LiveSynth () = default;

    virtual void process (const LiveBlock& block) noexcept = 0;
    virtual int latencySamples () const noexcept = 0;
    virtual double tailSeconds () const noexcept = 0;

    /** Sets the oscillators' drawings, which are no parameters. The background makes their tables,
        so they take effect later. Thread: message thread. */
    virtual void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings) = 0;
    /** Not while `process` runs. */
    virtual void setTuning (const Tuning& tuning) = 0;
    /** Silences all voices and effects with the next block; keeps the patch. Sets a flag only.
        Thread: any. */
    virtual void reset () noexcept = 0;

    /** Never waits for a device or another call. Thread: any but audio. */
    virtual LiveHealth health () const = 0;
    /** Clears the round trips of `health`. Thread: any. */
    virtual void forgetRoundTrips () noexcept = 0;
    /** Parameter values of the newest voice after the modulation matrix; false: no voice sounds.
        Thread: one display thread. */
    virtual bool shownValues (PatchValues& values) noexcept = 0;

    /** For tests: marks the GPU as lost. */
    virtual void loseDevice () noexcept = 0;
};

} // namespace melstrom
