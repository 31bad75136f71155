// The effects of an instrument, moved by events.
#pragma once

#include "Engine/Realtime/Effects/EffectMoves.h"
#include "Engine/Realtime/Effects/Effects.h"

#include <span>

namespace melstrom
{

/** Follows parameters of effects at their very samples, and what EffectMoves makes of all else at control points. What comes out does not
    depend on how calls are cut, bit for bit. Thread: the one that renders; construction allocates. */
class MovedEffects
{
public:
    MovedEffects (double sampleRateHz, const PatchValues& values);

    /** A sound from the next sample on. */
    void jumpTo (const PatchValues& values) noexcept;
    /** Silence. Controllers stay where they are. */
    void silence () noexcept { effects_.reset (); }
    /** Silence, at sample 0: no controller was sent. */
    void reset () noexcept;

    /** In place. events: those up to the last sample count; earlier ones than `start` count at it. */
    void process (std::span<const SynthEvent> events, const SongTime* song, std::int64_t start,
                  float* left, float* right, int numSamples) noexcept;

    double tailSeconds () const noexcept { return effects_.tailSeconds (); } ///< see Effects

private:
    void follow () noexcept;

    EffectMoves moves_;
    Effects effects_;
    EffectMixes mixes_;    ///< that the effects have
    bool hasNews_ = false; ///< another parameter of the effects
};

} // namespace melstrom
