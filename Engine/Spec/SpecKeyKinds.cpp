#include "Engine/Spec/SpecKeyKinds.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
SpecKey makeKey (std::string key, std::string allowed, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = std::move (allowed);
    row.meaning = std::move (meaning);
    return row;
}

/** A row for a field that holds a number: `parse` takes it from a value, `Range` says what is
 * allowed. */
template <typename Field, typename Range, typename Parse, typename Print>
SpecKey numberKey (SpecKey row, Field MelSpec::*field, Range range, Parse parse, Print print)
{
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto number = parse (value);
        if (! number || ! range.holds (*number))
            return false;
        spec.*field = static_cast<Field> (*number);
        return true;
    };
    using Number = decltype (Range::least);
    row.isValid = [=] (const MelSpec& spec)
    { return range.holds (static_cast<Number> (spec.*field)); };
    row.write = [=] (const MelSpec& spec) { return print (static_cast<Number> (spec.*field)); };
    return row;
}

/** The same for a field that may be empty. */
template <typename Field, typename Range, typename Parse, typename Print>
SpecKey optionalKey (SpecKey row, std::optional<Field> MelSpec::*field, Range range,
                     const std::string& word, Parse parse, Print print)
{
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto number = parse (value);
        const bool empties = isWord (value, word) || isWord (value, "none");
        if (! empties && (! number || ! range.holds (*number)))
            return false;
        spec.*field = empties ? std::optional<Field> {} : static_cast<Field> (*number);
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    { return ! (spec.*field) || range.holds (*(spec.*field)); };
    row.write = [=] (const MelSpec& spec)
    {
        if (spec.*field)
            return print (*(spec.*field));
        return word == "none" ? word : quotedText (word);
    };
    return row;
}

std::string wholeText (std::int64_t value)
{
    return std::to_string (value);
}
} // namespace

bool WholeRange::holds (std::int64_t value) const noexcept
{
    return value >= least && value <= most && (value - least) % step == 0;
}

std::string WholeRange::text () const
{
    return (step == 2 ? "an odd whole number from " : "a whole number from ") + wholeText (least) +
           " to " + wholeText (most);
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
        constexpr std::string_view kHex = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char> (c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20 || byte == 0x7f)
            ((out += "\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
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
        return wholeText (*whole);
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

SpecKey wholeKey (std::string key, int MelSpec::*field, WholeRange range, std::string meaning)
{
    return numberKey (makeKey (std::move (key), range.text (), std::move (meaning)), field, range,
                      wholeOf, wholeText);
}

SpecKey seedKey (std::string key, std::uint64_t MelSpec::*field, std::string meaning)
{
    const WholeRange range {0, std::numeric_limits<std::int64_t>::max ()};
    auto row = numberKey (makeKey (std::move (key), range.text (), std::move (meaning)), field,
                          range, wholeOf, wholeText);
    row.write = [=] (const MelSpec& spec) { return std::to_string (spec.*field); };
    return row;
}

SpecKey realKey (std::string key, double MelSpec::*field, RealRange range, std::string meaning)
{
    return numberKey (makeKey (std::move (key), range.text (), std::move (meaning)), field, range,
                      realOf, numberText);
}

SpecKey flagKey (std::string key, bool MelSpec::*field, std::string meaning)
{
    auto row = makeKey (std::move (key), "true or false", std::move (meaning));
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto* flag = std::get_if<bool> (&value);
        if (flag)
            spec.*field = *flag;
        return flag != nullptr;
    };
    row.isValid = [] (const MelSpec&) { return true; };
    row.write = [=] (const MelSpec& spec) { return valueText (spec.*field); };
    return row;
}

SpecKey optionalWholeKey (std::string key, std::optional<int> MelSpec::*field, WholeRange range,
                          std::string word, std::string meaning)
{
    return optionalKey (
        makeKey (std::move (key), range.text () + ", or " + quotedText (word), std::move (meaning)),
        field, range, word, wholeOf, wholeText);
}

SpecKey optionalRealKey (std::string key, std::optional<double> MelSpec::*field, RealRange range,
                         std::string word, std::string meaning)
{
    return optionalKey (
        makeKey (std::move (key), range.text () + ", or " + quotedText (word), std::move (meaning)),
        field, range, word, realOf, numberText);
}

} // namespace melstrom
