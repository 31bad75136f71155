// The synthesizer in a host: an audio thread that never waits, and a worker that sounds voices on a GPU for it.
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
    safe, ///< one maximum block, reported to the host: the worker has all of a block's time
    direct ///< none: the audio thread looks for the worker's block until a share of its time has gone
};

using LiveClock = std::chrono::steady_clock::time_point (*) () noexcept;

struct LiveSynthOptions
{
    double sampleRateHz = 48000;
    int maxBlockSamples = 512;
    LatencyMode latency = LatencyMode::safe;
    /** In `direct`, of a block's time, until which the worker's block is waited for. */
    double directShare = 0.5;
    BackendChoice backend; ///< of voices; with the CPU there is no latency in either mode
    /** Measures what blocks take, to leave out what there is no time for: see ShedControl. null: nothing is left out.
        Thread: audio. */
    LiveClock clock = &std::chrono::steady_clock::now;
    bool operator== (const LiveSynthOptions&) const = default;
};

/** Where the host's song is: beats at the block's first sample, and how fast they go. */
struct SongPlace
{
    double beats = 0, beatsPerSample = 0;
    bool isRunning = false;
};

/** Of one callback. Positions in events count from its first sample, 0 .. numSamples - 1; others are cut to it. */
struct LiveBlock
{
    std::span<const SynthEvent> events; ///< in order: notes, controllers and parameters
    SongPlace song;
    float* left = nullptr; ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
    /** waits instead of missing, also for a GPU that starts; makes tables at once */
    bool isOffline = false;
};

/** What the audio thread is given: what it sounds is a function of the events and parameters and of where they stand, not of blocks, misses,
    or who computes (but for rounding). Two things begin with a block: partial tables, when parameters change that they are made of, and
    what is left out where there is no time for all of it.
      audio    `process`, `latencySamples`, `tailSeconds`: no lock, allocation, system call or wait, but for `direct` and offline
      others   everything else; not while `process` runs: prepare, reset.
    In a fork of the process that made it, it may be destroyed, which leaks it; no other call is allowed. */
class LiveSynth
{
public:
    /** Silence with that sound. Waits for no GPU: one that starts counts as there, with its latency, and the CPU sounds
        voices until it is up. Where none comes up the CPU goes on, and health says why.
        Fails: outOfMemory, badSpec. */
    static Result<std::unique_ptr<LiveSynth>> make (const LiveSynthOptions& options,
                                                    const Patch& patch);
    /** With a device of the caller's choice; options.backend is not looked at. */
    static Result<std::unique_ptr<LiveSynth>>
    make (const LiveSynthOptions& options, const Patch& patch, std::shared_ptr<LiveDevice> device);
    virtual ~LiveSynth () = default;

    virtual void process (const LiveBlock& block) noexcept = 0;
    virtual int latencySamples () const noexcept = 0;
    virtual double tailSeconds () const noexcept = 0;

    /** Drawings of oscillators, which parameters cannot carry; they are heard a moment later. Thread: the message thread. */
    virtual void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings) = 0;
    /** Not while `process` runs. */
    virtual void setTuning (const Tuning& tuning) = 0;
    /** Silence at once; keeps the sound. Not while `process` runs. */
    virtual void reset () noexcept = 0;

    /** Waits for no device and no other call. Thread: any but audio. */
    virtual LiveHealth health () const = 0;
    /** From now on health tells of round trips that come. Thread: any. */
    virtual void forgetRoundTrips () noexcept = 0;
    /** Of the newest voice, what the matrix makes of its parameters; false: none sounds. Thread: one that shows it. */
    virtual bool shownValues (PatchValues& values) noexcept = 0;

    /** For tests: from now on the GPU counts as lost. */
    virtual void loseDevice () noexcept = 0;
};

} // namespace melstrom
