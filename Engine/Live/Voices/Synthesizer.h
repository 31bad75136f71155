// The synthesizer as a whole: events in, sound out.
#pragma once

#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Realtime/Effects/MovedEffects.h"
#include "Engine/Spec/Patch/Patch.h"

#include <memory>

namespace melstrom
{

/** Plays a patch: a VoicePlayer with its own tables, and effects. The output depends on the events,
    not on block sizes (0, 1, 7, 64, 4096 samples): bit-identical on one backend. Parameter events
    never make new tables. Events that select another slot cause silence, because no other slot has
    tables.
    Thread: `process` one call at a time, on an audio thread with the CPU backend; no other call
    while it runs. */
class Synthesizer
{
public:
    /** Allocates all memory for `process`. Renders as many segments at a time as the renderer's
        capacity allows. Fails: outOfMemory, deviceLost. */
    static Result<std::unique_ptr<Synthesizer>> make (std::unique_ptr<VoiceRenderer> renderer,
                                                      const VoiceCapacity& capacity);

    /** Sounding notes continue with the new patch. Makes tables.
        Fails: badSpec, outOfMemory, deviceLost. */
    Result<void> setPatch (const Patch& patch);
    void setTuning (const Tuning& tuning);
    /** Silences everything; the next sample is 0. */
    void reset () noexcept;

    /** Fails: deviceLost; the block is then silent. Allocates nothing. */
    Result<void> process (const SynthBlock& block) noexcept;

    std::int64_t position () const noexcept { return player_->position (); } ///< of the next sample
    int numSounding () const noexcept { return player_->numSounding (); }
    /** Length of the effects' tail after the last voice. */
    double tailSeconds () const noexcept { return effects_.tailSeconds (); }
    const VoiceRenderer& renderer () const noexcept { return player_->renderer (); }

private:
    Synthesizer (std::unique_ptr<VoicePlayer> player, double sampleRateHz);

    Tuning tuning_;
    std::unique_ptr<VoicePlayer> player_;
    std::unique_ptr<PreparedTables> tables_; ///< destroyed before the player's renderer
    MovedEffects effects_;
};

} // namespace melstrom
