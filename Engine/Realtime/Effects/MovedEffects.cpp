#include "Engine/Realtime/Effects/MovedEffects.h"

#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>

namespace melstrom
{

namespace
{
bool isOfEffects (const SynthEvent& event) noexcept
{
    return event.kind == SynthEventKind::parameter && event.key < kNumPatchKeys &&
           parameterOf (static_cast<PatchKey> (event.key)).affects == Affects::effect;
}
} // namespace

MovedEffects::MovedEffects (double sampleRateHz, const PatchValues& values) : moves_ (sampleRateHz)
{
    effects_.prepare (sampleRateHz, effectSettings (values));
    jumpTo (values);
}

void MovedEffects::jumpTo (const PatchValues& values) noexcept
{
    moves_.jumpTo (values);
    hasNews_ = true;
    follow ();
}

void MovedEffects::reset () noexcept
{
    moves_.reset ();
    hasNews_ = true;
    follow ();
    effects_.reset ();
}

void MovedEffects::follow () noexcept
{
    const EffectMixes mixes = moves_.mixes ();
    if (hasNews_)
    {
        EffectSettings settings = effectSettings (moves_.values ());
        settings.chorus.mix = mixes.chorus;
        settings.delay.mix = mixes.delay;
        settings.reverb.mix = mixes.reverb;
        effects_.setSettings (settings);
    }
    else if (mixes != mixes_)
        effects_.setMixes (mixes);
    mixes_ = mixes;
    hasNews_ = false;
}

void MovedEffects::process (std::span<const SynthEvent> events, const SongTime* song,
                            std::int64_t start, float* left, float* right, int numSamples) noexcept
{
    auto next = events.begin ();
    const std::int64_t end = start + numSamples;
    for (std::int64_t position = start; position < end;)
    {
        for (; next != events.end () && (next->sample <= position || ! EffectMoves::hears (*next));
             ++next)
        {
            moves_.apply (*next);
            hasNews_ = hasNews_ || isOfEffects (*next);
        }
        if (position % kControlSamples == 0 && moves_.isMoving ())
            moves_.advance (position, song);
        follow ();
        std::int64_t until = end;
        if (next != events.end ())
            until = std::min (until, next->sample);
        if (moves_.isMoving ())
            until = std::min (until, controlPointFrom (position + 1));
        const auto at = position - start;
        effects_.process (left + at, right + at, static_cast<int> (until - position), song,
                          position);
        position = until;
    }
}

} // namespace melstrom
