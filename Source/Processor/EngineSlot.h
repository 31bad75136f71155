// The synthesizer of an instance, and how another one takes its place while the host plays.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace melstrom
{

/** A new engine waits until the audio thread takes it; the former one is freed later on another thread. No thread
    waits for another: engines are made and destroyed outside the slot's mutex. Threads: as said; `install` and
    `installNewest` not while the audio thread is in here. */
class EngineSlot
{
public:
    struct Engine
    {
        LiveSynthOptions options;
        std::unique_ptr<LiveSynth> synth;
    };
    /** Engines that nobody needs any more. Their end may wait for a worker or a GPU: no lock should be held then. */
    using Engines = std::vector<std::unique_ptr<Engine>>;

    /** Waits for no GPU. tuning: empty: twelve equal steps. Fails: outOfMemory, badSpec. Thread: any but audio. */
    static Result<std::unique_ptr<Engine>> make (const LiveSynthOptions& options,
                                                 const Patch& patch,
                                                 const std::optional<Tuning>& tuning = {});

    // Any thread but audio.

    /** Whether there is an engine and the newest one has these options. */
    bool newestHas (const LiveSynthOptions& options) const;
    /** The engine plays from the next block on, all others go. null: nothing plays. */
    [[nodiscard]] Engines install (std::unique_ptr<Engine> engine);
    /** The newest engine, installed or waiting, plays from the next block on; all others go. */
    [[nodiscard]] Engines installNewest ();
    /** The engine plays when the audio thread takes it: see `change`. */
    [[nodiscard]] Engines replace (std::unique_ptr<Engine> engine);
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

    /** under the mutex */
private:
    void forget (const Engine* engine, Engines& gone);
    Engine* newest () const noexcept
    {
        return engines_.empty () ? nullptr : engines_.back ().get ();
    }

    mutable std::mutex mutex_; ///< of engines_; the audio thread never takes it
    Engines engines_;          ///< playing, waiting and retired ones; the newest last
    std::atomic<Engine*> incoming_ {nullptr}, retired_ {nullptr};
    Engine* playing_ = nullptr; ///< the audio thread's
};

} // namespace melstrom
