#include "Engine/Realtime/ParameterMotion.h"

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{
namespace
{

std::int16_t pointsOfMove (double sampleRateHz) noexcept
{
    const double points =
        std::round (ParameterMotion::kMoveSeconds * sampleRateHz / kControlSamples);
    constexpr double kMost = std::numeric_limits<std::int16_t>::max ();
    return static_cast<std::int16_t> (std::clamp (points, 1.0, kMost));
}

} // namespace

ParameterMotion::ParameterMotion (double sampleRateHz) noexcept
    : numPoints_ (pointsOfMove (sampleRateHz))
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
        move->position = positionOf (parameter, values_[key]);
    }
    move->target = target;
    move->pointsLeft = isStepped (parameter) ? std::int16_t {1} : numPoints_;
    move->step = (positionOf (parameter, target) - move->position) / move->pointsLeft;
}

void ParameterMotion::advance () noexcept
{
    for (int i = 0; i < numMoving_;)
    {
        Move& move = moves_[static_cast<std::size_t> (i)];
        if (--move.pointsLeft <= 0)
        {
            values_[move.key] = move.target;
            move = moves_[static_cast<std::size_t> (--numMoving_)];
            continue;
        }
        move.position += move.step;
        values_[move.key] = valueAt (parameterOf (move.key), move.position);
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
