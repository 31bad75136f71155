// Knob positions: 0 .. 1 over a parameter's range, and back.
#include "Engine/Spec/Patch/PatchParameters.h"

#include <cmath>

namespace melstrom
{

namespace
{
/** NaN counts as the lowest. */
double cut (double value, double lowest, double highest) noexcept
{
    if (! (value > lowest))
        return lowest;
    return value < highest ? value : highest;
}
} // namespace

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
    const double lowest = parameter.lowest, highest = parameter.highest;
    const double x = cut (position, 0.0, 1.0);
    const auto along = [&] (double share) { return lowest + (highest - lowest) * share; };
    switch (parameter.curve)
    {
        case ParameterCurve::linear: return static_cast<float> (along (x));
        case ParameterCurve::logarithmic:
            // pow may end a rounding beyond the range
            return static_cast<float> (
                cut (lowest * std::pow (highest / lowest, x), lowest, highest));
        case ParameterCurve::cubic: return static_cast<float> (along (x * x * x));
        case ParameterCurve::whole:
        case ParameterCurve::choice:
        case ParameterCurve::toggle: break;
    }
    return static_cast<float> (std::floor (along (x) + 0.5));
}

} // namespace melstrom
