#include "Engine/Realtime/Control/ParameterMotion.h"

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

bool isGain (const PatchParameter& parameter) noexcept
{
    return parameter.unit == ParameterUnit::decibels;
}

/** Whether a parameter jumps. The phase of an LFO in tempo is the song's beats over the LFO's
    length: a gliding length would sweep the phase through all cycles in between. */
bool movesAtOnce (const PatchParameter& parameter) noexcept
{
    return isStepped (parameter) || parameter.key == PatchKey::lfo1Beats ||
           parameter.key == lfoKey (1, PatchKey::lfo1Beats);
}

/** The quantity that glides: the amplitude for decibels, because a linear fall of 60 dB in decibels
    sounds like a step; else the position. */
double wayOf (const PatchParameter& parameter, float value) noexcept
{
    return isGain (parameter) ? std::pow (10.0, static_cast<double> (value) / 20)
                              : static_cast<double> (positionOf (parameter, value));
}

float valueOnWay (const PatchParameter& parameter, double way) noexcept
{
    return isGain (parameter) ? static_cast<float> (20 * std::log10 (way))
                              : valueAt (parameter, static_cast<float> (way));
}

} // namespace

ParameterMotion::ParameterMotion (double sampleRateHz) noexcept
    : share_ (easeShare (kEaseSeconds, kControlSamples / sampleRateHz))
{
    for (const PatchParameter& parameter : patchParameters ())
        values_[parameter.key] = parameter.initial;
}

void ParameterMotion::jumpTo (const PatchValues& values) noexcept
{
    values_ = values;
    numMoving_ = 0;
}

ParameterMotion::Move* ParameterMotion::moveOf (PatchKey key) noexcept
{
    const auto end = moves_.begin () + numMoving_;
    const auto found =
        std::find_if (moves_.begin (), end, [=] (const Move& move) { return move.key == key; });
    return found == end ? nullptr : &*found;
}

void ParameterMotion::moveTo (PatchKey key, float value) noexcept
{
    if (std::isnan (value))
        return;
    const PatchParameter& parameter = parameterOf (key);
    const float target = nearestAllowed (parameter, value);
    Move* move = moveOf (key);
    if (move == nullptr)
    {
        if (values_[key] == target)
            return;
        move = &moves_[static_cast<std::size_t> (numMoving_++)];
        move->key = key;
        move->way.snapTo (wayOf (parameter, values_[key]));
    }
    move->target = target;
    move->wayTarget = wayOf (parameter, target);
}

void ParameterMotion::advance () noexcept
{
    hasJumped_ = false;
    for (int i = 0; i < numMoving_;)
    {
        Move& move = moves_[static_cast<std::size_t> (i)];
        const PatchParameter& parameter = parameterOf (move.key);
        const bool jumps = movesAtOnce (parameter);
        if (jumps || move.way.advance (move.wayTarget, share_))
        {
            hasJumped_ = hasJumped_ || (jumps && values_[move.key] != move.target);
            values_[move.key] = move.target;
            move = moves_[static_cast<std::size_t> (--numMoving_)];
            continue;
        }
        values_[move.key] = valueOnWay (parameter, move.way.value);
        ++i;
    }
}

void ParameterMotion::finish () noexcept
{
    for (int i = 0; i < numMoving_; ++i)
    {
        const Move& move = moves_[static_cast<std::size_t> (i)];
        values_[move.key] = move.target;
    }
    numMoving_ = 0;
}

} // namespace melstrom
