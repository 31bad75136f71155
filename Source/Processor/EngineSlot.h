// The synthesizer of an instance, and how another one takes its place while the host plays.
#pragma once

#include "Engine/Live/LiveSynth.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace melstrom
{

/** A new engine waits until the audio thread takes it; what it had is freed by others later. No
    thread waits for another. Threads: `prepare` not while the audio thread is in here; all else as
    said. */
class EngineSlot
{
public:
    struct Engine
    {
        LiveSynthOptions options;
        std::unique_ptr<LiveSynth> synth;
    };

    // Any thread but audio; one at a time is seen to.

    /** Keeps the engine where it has these options and keeps is true: it has not played and its
        sound is this one. Else makes one. Fails: outOfMemory, badSpec; there is no engine then. */
    Result<void> prepare (const LiveSynthOptions& options, const Patch& patch, bool keeps);
    /** Leaves the former where it fails: outOfMemory, badSpec. */
    Result<void> replace (const LiveSynthOptions& options, const Patch& patch);
    /** Frees what the audio thread has let go. */
    void collect ();
    void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings);
    LiveHealth health () const;                      ///< of the newest
    bool shownValues (PatchValues& values) noexcept; ///< see LiveSynth; of the newest
    int latencySamples () const;                     ///< of the newest; 0: there is none

    // The audio thread's; wait-free.

    LiveSynth* playing () noexcept
    {
        return playing_ != nullptr ? playing_->synth.get () : nullptr;
    }
    int maxBlockSamples () const noexcept
    {
        return playing_ != nullptr ? playing_->options.maxBlockSamples : 0;
    }
    bool isChanging () const noexcept
    {
        return incoming_.load (std::memory_order_relaxed) != nullptr;
    }
    /** Lets the new one play. False: not yet, the one before the last has not been freed. */
    bool change () noexcept;

private:
    void forget (const Engine* engine); ///< under the mutex
    Engine* newest () const noexcept
    {
        return engines_.empty () ? nullptr : engines_.back ().get ();
    }

    mutable std::mutex mutex_; ///< of engines_; the audio thread never takes it
    std::vector<std::unique_ptr<Engine>>
        engines_; ///< playing, waiting and retired ones; the newest last
    std::atomic<Engine*> incoming_ {nullptr}, retired_ {nullptr};
    Engine* playing_ = nullptr; ///< the audio thread's
};

} // namespace melstrom
