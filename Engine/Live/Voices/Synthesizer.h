// The synthesizer as a whole: events in, sound out.
#pragma once

#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Realtime/Effects/MovedEffects.h"
#include "Engine/Spec/Patch/Patch.h"

#include <memory>

namespace melstrom
{

/** Plays a patch: a VoicePlayer with tables of its own, and effects. Output is a function of the events, not of
    how they are cut into blocks: 0, 1, 7, 64, 4096 samples, bit for bit on one backend. Parameter events that would make
    other tables make none; events that choose tables mean silence: there are no others.
    Thread: `process` one at a time, on an audio thread with the CPU backend; everything else not while it runs. */
class Synthesizer
{
public:
    /** Takes all memory that it will use. Segments that are computed at a time: the renderer's capacity.
        Fails: outOfMemory, deviceLost. */
    static Result<std::unique_ptr<Synthesizer>> make (std::unique_ptr<VoiceRenderer> renderer,
                                                      const VoiceCapacity& capacity);

    /** Notes that sound go on with the new sound. Makes tables. Fails: badSpec, outOfMemory, deviceLost. */
    Result<void> setPatch (const Patch& patch);
    void setTuning (const Tuning& tuning);
    /** Silence, at sample 0. */
    void reset () noexcept;

    /** Fails: deviceLost; the block is silent then. Allocates nothing. */
    Result<void> process (const SynthBlock& block) noexcept;

    std::int64_t position () const noexcept { return player_->position (); } ///< of the next sample
    int numSounding () const noexcept { return player_->numSounding (); }
    /** How long the effects sound on after the last voice. */
    double tailSeconds () const noexcept { return effects_.tailSeconds (); }
    const VoiceRenderer& renderer () const noexcept { return player_->renderer (); }

private:
    Synthesizer (std::unique_ptr<VoicePlayer> player, double sampleRateHz);

    Tuning tuning_;
    std::unique_ptr<VoicePlayer> player_;
    std::unique_ptr<PreparedTables> tables_; ///< goes before the player's renderer
    MovedEffects effects_;
};

} // namespace melstrom
