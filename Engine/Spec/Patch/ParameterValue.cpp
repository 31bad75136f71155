#include "Engine/Spec/Patch/ParameterValue.h"

#include "Engine/Spec/Text/SpecValue.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
std::string numberRange (const PatchParameter& parameter)
{
    const auto unit = unitSymbol (parameter.unit);
    const auto numbers = parameter.curve == ParameterCurve::whole ? "a whole number" : "a number";
    return std::string (numbers) + " from " + exactText (parameter.lowest) + " to " +
           exactText (parameter.highest) + (unit.empty () ? "" : " ") + std::string (unit);
}

/** Reads a float as a TOML parser does: as a double, then rounded. */
float readBack (std::string_view text)
{
    double value = 0;
    std::from_chars (text.data (), text.data () + text.size (), value);
    return static_cast<float> (value);
}
} // namespace

std::vector<std::string> choiceNames (const PatchParameter& parameter)
{
    return {parameter.choices.begin (), parameter.choices.end ()};
}

std::string allowedText (const PatchParameter& parameter)
{
    switch (parameter.curve)
    {
        case ParameterCurve::toggle: return "true or false";
        case ParameterCurve::choice: return choiceText (choiceNames (parameter));
        default: return numberRange (parameter);
    }
}

bool isAllowed (const PatchParameter& parameter, float value) noexcept
{
    if (! (value >= parameter.lowest && value <= parameter.highest))
        return false;
    return ! isStepped (parameter) || value == std::floor (value);
}

std::optional<float> allowedValue (const PatchParameter& parameter, double number) noexcept
{
    // beyond a float's range the cast is undefined; NaN fails here too
    if (! (std::fabs (number) <= static_cast<double> (std::numeric_limits<float>::max ())))
        return std::nullopt;
    const auto value = static_cast<float> (number);
    return isAllowed (parameter, value) ? std::optional (value) : std::nullopt;
}

std::string storedText (const PatchParameter& parameter, float value)
{
    switch (parameter.curve)
    {
        case ParameterCurve::toggle: return value < 0.5f ? "false" : "true";
        case ParameterCurve::choice: return valueText (parameter, value);
        // -0 + 0 is 0: TOML integers have no sign of zero
        case ParameterCurve::whole: return exactText (value + 0.0f);
        default: return exactText (value);
    }
}

std::string exactText (float value)
{
    char text[64];
    const auto end = std::to_chars (std::begin (text), std::end (text), value).ptr;
    std::string shortest (text, end);
    if (value == 0 && std::signbit (value))
        return "-0.0"; // TOML reads "-0" as an integer, which has no sign of zero
    // The shortest text of a float may read back as a neighbouring float: it is rounded twice, to
    // double and then to float.
    if (std::isfinite (value) && readBack (shortest) != value)
        return numberText (static_cast<double> (value));
    return shortest;
}

} // namespace melstrom
