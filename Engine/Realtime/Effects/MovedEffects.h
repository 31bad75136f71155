// The effects of an instrument, moved by events.
#pragma once

#include "Engine/Realtime/Effects/EffectMoves.h"
#include "Engine/Realtime/Effects/Effects.h"

#include <span>

namespace melstrom
{

/** Applies parameters of effects at their exact samples, and the modulation of EffectMoves at
    control points. The output does not depend on block sizes: bit-identical.
    Thread: the rendering thread; construction allocates. */
class MovedEffects
{
public:
    MovedEffects (double sampleRateHz, const PatchValues& values);

    /** Sets all values from the next sample on. */
    void jumpTo (const PatchValues& values) noexcept;
    /** Silences the effects; keeps controllers. */
    void silence () noexcept { effects_.reset (); }
    /** Silences the effects and resets controllers; the next sample is 0. */
    void reset () noexcept;

    /** Works in place. events: events after the last sample are ignored; events before `start`
        apply at `start`. */
    void process (std::span<const SynthEvent> events, const SongTime* song, std::int64_t start,
                  float* left, float* right, int numSamples) noexcept;

    double tailSeconds () const noexcept { return effects_.tailSeconds (); } ///< see Effects

private:
    void follow () noexcept;

    EffectMoves moves_;
    Effects effects_;
    EffectMixes mixes_;    ///< present mixes of the effects
    bool hasNews_ = false; ///< a parameter of the effects has changed
};

} // namespace melstrom
