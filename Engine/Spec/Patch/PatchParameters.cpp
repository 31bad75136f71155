#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Clamps; NaN gives `lowest`. */
double cut (double value, double lowest, double highest) noexcept
{
    if (! (value > lowest))
        return lowest;
    return value < highest ? value : highest;
}

/** Value at the knob position `share`, 0 .. 1, before rounding. */
double alongCurve (const PatchParameter& parameter, double share) noexcept
{
    const double lowest = parameter.lowest, highest = parameter.highest;
    if (parameter.curve == ParameterCurve::logarithmic)
        return lowest * std::pow (highest / lowest, share);
    const double part = parameter.curve == ParameterCurve::cubic ? share * share * share : share;
    return lowest + (highest - lowest) * part;
}
} // namespace

void keepPlayersSettings (PatchValues& loaded, const PatchValues& before) noexcept
{
    for (const PatchParameter& parameter : patchParameters ())
        if (parameter.isOfPlayer)
            loaded[parameter.key] = before[parameter.key];
}

bool isIdle (const PatchValues& values, PatchKey key) noexcept
{
    return std::ranges::any_of (parameterOf (key).idle,
                                [&] (const IdleWhen& setting) { return setting.holds (values); });
}

float positionOf (const PatchParameter& parameter, float value) noexcept
{
    const double lowest = parameter.lowest, highest = parameter.highest;
    const double x = cut (value, lowest, highest);
    if (parameter.curve == ParameterCurve::logarithmic)
        return static_cast<float> (std::log (x / lowest) / std::log (highest / lowest));
    const double share = (x - lowest) / (highest - lowest);
    return static_cast<float> (parameter.curve == ParameterCurve::cubic ? std::cbrt (share)
                                                                        : share);
}

float valueAt (const PatchParameter& parameter, float position) noexcept
{
    // nearestAllowed clamps again: pow may round to a value outside of the range
    return nearestAllowed (parameter, alongCurve (parameter, cut (position, 0.0, 1.0)));
}

float nearestAllowed (const PatchParameter& parameter, double value) noexcept
{
    const double lowest = parameter.lowest, highest = parameter.highest;
    const double inRange = std::isnan (value) ? lowest : std::clamp (value, lowest, highest);
    return static_cast<float> (isStepped (parameter) ? std::floor (inRange + 0.5) : inRange);
}

} // namespace melstrom
