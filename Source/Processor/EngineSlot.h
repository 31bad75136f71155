// Holds the synthesizer of an instance and replaces it while the host plays.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace melstrom
{

/** A new engine waits until the audio thread takes it. Another thread frees the former engine
    later. Engines are made and destroyed outside the slot's mutex, so no thread waits for an
    engine. Threads: as stated; `install` and `installNewest` not while the audio thread uses this
    object. */
class EngineSlot
{
public:
    struct Engine
    {
        LiveSynthOptions options;
        std::unique_ptr<LiveSynth> synth;
    };
    /** Engines to destroy. Destruction may wait for a worker or a GPU: hold no lock then. */
    using Engines = std::vector<std::unique_ptr<Engine>>;

    /** Waits for no GPU. tuning: empty: twelve equal steps. Fails: outOfMemory, badSpec. Thread:
        any but audio. */
    static Result<std::unique_ptr<Engine>> make (const LiveSynthOptions& options,
                                                 const Patch& patch,
                                                 const std::optional<Tuning>& tuning = {});

    // Any thread but audio.

    /** True if the newest engine exists and has these options. */
    bool newestHas (const LiveSynthOptions& options) const;
    /** The engine plays from the next block on. Returns all others. null: no engine plays. */
    [[nodiscard]] Engines install (std::unique_ptr<Engine> engine);
    /** The newest engine, installed or waiting, plays from the next block on. Returns all
        others. */
    [[nodiscard]] Engines installNewest ();
    /** The engine waits until the audio thread takes it with `change`. Returns the former waiting
        engine and the retired engine. */
    [[nodiscard]] Engines replace (std::unique_ptr<Engine> engine);
    /** Frees the engine that the audio thread replaced. */
    void collect ();
    void setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings);
    LiveHealth health () const;                      ///< of the newest engine
    bool shownValues (PatchValues& values) noexcept; ///< of the newest engine; see LiveSynth
    int latencySamples () const;                     ///< of the newest engine; 0: no engine

    // Audio thread; wait-free.

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
    /** Plays the waiting engine and retires the former one. Returns false if no engine waits, or if
        the engine that was retired before is not freed yet. */
    bool change () noexcept;

private:
    /** Moves the engine from engines_ to gone. Mutex held. */
    void forget (const Engine* engine, Engines& gone);
    Engine* newest () const noexcept
    {
        return engines_.empty () ? nullptr : engines_.back ().get ();
    }

    mutable std::mutex mutex_; ///< of engines_; the audio thread never takes it
    Engines engines_;          ///< playing, waiting and retired; the newest last
    std::atomic<Engine*> incoming_ {nullptr}, retired_ {nullptr};
    Engine* playing_ = nullptr; ///< audio thread only
};

} // namespace melstrom
