// Parameter values as text for display, and text input.
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace melstrom
{

namespace
{
/** Limits of a displayed number: significant digits and decimals. */
constexpr int kShownFigures = 5, kMostDecimals = 6;

/** Up to five significant digits, no trailing zeros; at least one decimal below 10000: "6.0",
    "0.7071", "20000". */
std::string realText (float value)
{
    const double magnitude = std::fabs (static_cast<double> (value));
    // exponent of the first digit; 0 for a magnitude that kMostDecimals round to zero
    const int power =
        magnitude < 0.5e-6 ? 0 : static_cast<int> (std::floor (std::log10 (magnitude)));
    const int decimals = std::clamp (kShownFigures - 1 - power, 0, kMostDecimals);
    char digits[64];
    const auto end = std::to_chars (std::begin (digits), std::end (digits), value + 0.0f,
                                    std::chars_format::fixed, decimals)
                         .ptr;
    std::string text (digits, end);
    if (const auto point = text.find ('.'); point != std::string::npos)
        text.resize (std::max (point + 2, text.find_last_not_of ('0') + 1));
    return text == "-0.0" ? "0.0" : text;
}

std::string numberOf (const PatchParameter& parameter, float value)
{
    if (parameter.curve != ParameterCurve::whole)
        return realText (value);
    return std::to_string (std::lround (value));
}

/** "1 voice", but "2 voices". Symbols of one or two letters stay as they are. */
std::string_view symbolBehind (const PatchParameter& parameter, std::string_view number)
{
    auto symbol = unitSymbol (parameter.unit);
    const bool isOne = number == "1" || number == "-1";
    if (isOne && symbol.size () > 2 && symbol.back () == 's')
        symbol.remove_suffix (1);
    return symbol;
}

bool isUnit (const PatchParameter& parameter, std::string_view text)
{
    return text.empty () || equalsIgnoringCase (text, unitSymbol (parameter.unit)) ||
           equalsIgnoringCase (text, symbolBehind (parameter, "1"));
}

Error refused (const PatchParameter& parameter, std::string_view text, const std::string& hint = {})
{
    const auto allowed = parameter.curve == ParameterCurve::toggle ? std::string ("on or off")
                                                                   : allowedText (parameter);
    return {ErrorCode::badSpec,
            parameter.label + " = " + quotedText (text) + ": must be " + allowed + hint,
            {}};
}

Result<float> choiceFromText (const PatchParameter& parameter, std::string_view text)
{
    for (std::size_t i = 0; i < parameter.choices.size (); ++i)
        if (equalsIgnoringCase (parameter.choices[i], text))
            return static_cast<float> (i);
    return refused (parameter, text,
                    "; the nearest is " + quotedText (nearestName (choiceNames (parameter), text)));
}

Result<float> toggleFromText (const PatchParameter& parameter, std::string_view text)
{
    for (const std::string_view word : {"on", "true", "yes", "1"})
        if (equalsIgnoringCase (word, text))
            return 1.0f;
    for (const std::string_view word : {"off", "false", "no", "0"})
        if (equalsIgnoringCase (word, text))
            return 0.0f;
    return refused (parameter, text);
}

Result<float> numberFromText (const PatchParameter& parameter, std::string_view text)
{
    auto digits = text;
    if (digits.size () > 1 && digits[0] == '+' && digits[1] != '-')
        digits.remove_prefix (1); // from_chars does not accept '+'
    double number = 0;
    const auto* end = digits.data () + digits.size ();
    const auto parsed = std::from_chars (digits.data (), end, number);
    const auto unit = trimmedText ({parsed.ptr, static_cast<std::size_t> (end - parsed.ptr)});
    const bool isKilo = parameter.unit == ParameterUnit::hertz && equalsIgnoringCase (unit, "kHz");
    if (parsed.ec != std::errc {} || ! (isKilo || isUnit (parameter, unit)))
        return refused (parameter, text);
    if (const auto value = allowedValue (parameter, isKilo ? 1000 * number : number))
        return *value;
    return refused (parameter, text);
}
} // namespace

std::string_view unitSymbol (ParameterUnit unit) noexcept
{
    switch (unit)
    {
        case ParameterUnit::none: return "";
        case ParameterUnit::decibels: return "dB";
        case ParameterUnit::decibelsPerOctave: return "dB/oct";
        case ParameterUnit::hertz: return "Hz";
        case ParameterUnit::seconds: return "s";
        case ParameterUnit::milliseconds: return "ms";
        case ParameterUnit::semitones: return "semitones";
        case ParameterUnit::cents: return "cents";
        case ParameterUnit::octaves: return "octaves";
        case ParameterUnit::beats: return "beats";
        case ParameterUnit::voices: return "voices";
    }
    return "";
}

std::string valueText (const PatchParameter& parameter, float anyValue)
{
    const float value = nearestAllowed (parameter, anyValue);
    if (parameter.curve == ParameterCurve::toggle)
        return value == 0 ? "off" : "on";
    if (parameter.curve == ParameterCurve::choice)
        return std::string (parameter.choices[static_cast<std::size_t> (value)]);
    auto text = numberOf (parameter, value);
    const auto symbol = symbolBehind (parameter, text);
    return symbol.empty () ? text : text + ' ' + std::string (symbol);
}

Result<float> valueFromText (const PatchParameter& parameter, std::string_view text)
{
    const auto words = trimmedText (text);
    switch (parameter.curve)
    {
        case ParameterCurve::choice: return choiceFromText (parameter, words);
        case ParameterCurve::toggle: return toggleFromText (parameter, words);
        default: return numberFromText (parameter, words);
    }
}

} // namespace melstrom
