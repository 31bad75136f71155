#include "Engine/Spec/Mel/SpecKeyKinds.h"

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

/** Row of a numeric field. `parse` reads a number from a value; `range` holds the allowed
    numbers. */
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

/** Row of an optional numeric field; `word` stands for the empty field. */
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
    row.isFlag = true;
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
