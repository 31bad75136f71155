#include "Engine/Spec/Text/SpecValue.h"

#include "Engine/Core/HexText.h"

#include <charconv>
#include <iterator>

namespace melstrom
{

bool WholeRange::holds (std::int64_t value) const noexcept
{
    return value >= least && value <= most && (value - least) % step == 0;
}

std::string WholeRange::text () const
{
    return (step == 2 ? "an odd whole number from " : "a whole number from ") +
           std::to_string (least) + " to " + std::to_string (most);
}

bool RealRange::holds (double value) const noexcept
{
    return value >= least && value <= most;
}

std::string RealRange::text () const
{
    return "a number from " + numberText (least) + " to " + numberText (most);
}

std::string numberText (double value)
{
    char text[64];
    const double unsignedZero = value + 0.0;
    const auto end = std::to_chars (std::begin (text), std::end (text), unsignedZero).ptr;
    return {text, end};
}

std::string quotedText (std::string_view text)
{
    std::string out = "\"";
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char> (c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20 || byte == 0x7f)
            out += "\\u00" + hexText (byte, true);
        else
            out += c;
    }
    return out + '"';
}

std::string valueText (const SpecValue& value)
{
    if (const auto* flag = std::get_if<bool> (&value))
        return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t> (&value))
        return std::to_string (*whole);
    if (const auto* real = std::get_if<double> (&value))
        return numberText (*real);
    return quotedText (std::get<std::string> (value));
}

std::optional<std::int64_t> wholeOf (const SpecValue& value)
{
    const auto* whole = std::get_if<std::int64_t> (&value);
    return whole ? std::optional (*whole) : std::nullopt;
}

std::optional<double> realOf (const SpecValue& value)
{
    if (const auto* real = std::get_if<double> (&value))
        return *real;
    if (const auto whole = wholeOf (value))
        return static_cast<double> (*whole);
    return std::nullopt;
}

bool isWord (const SpecValue& value, std::string_view word)
{
    const auto* text = std::get_if<std::string> (&value);
    return text != nullptr && *text == word;
}

std::string choiceText (const std::vector<std::string>& names)
{
    std::string out;
    for (std::size_t i = 0; i < names.size (); ++i)
    {
        const bool isLast = i + 1 == names.size ();
        out += (i == 0 ? "" : isLast ? " or " : ", ") + quotedText (names[i]);
    }
    return out;
}

std::optional<std::size_t> indexOfName (const std::vector<std::string>& names,
                                        const SpecValue& value)
{
    for (std::size_t i = 0; i < names.size (); ++i)
        if (isWord (value, names[i]))
            return i;
    return std::nullopt;
}

} // namespace melstrom
