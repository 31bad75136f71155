#include "Standalone/CommandLine/Options/OptionValues.h"

#include "Engine/Core/NumberText.h"

#include <charconv>
#include <cmath>

namespace melstrom
{

std::optional<std::int64_t> parseWhole (std::string_view text)
{
    std::int64_t number = 0;
    const char* const end = text.data () + text.size ();
    const auto [stopped, failed] = std::from_chars (text.data (), end, number);
    if (failed != std::errc () || stopped != end)
        return std::nullopt;
    return number;
}

std::optional<double> parseReal (std::string_view text)
{
    double number = 0;
    const char* const end = text.data () + text.size ();
    const auto [stopped, failed] = std::from_chars (text.data (), end, number);
    if (failed != std::errc () || stopped != end || ! std::isfinite (number))
        return std::nullopt;
    return number;
}

Result<std::optional<std::int64_t>> wholeOption (const ParsedArguments& parsed,
                                                 std::string_view option, std::int64_t least,
                                                 std::int64_t most)
{
    const auto value = parsed.value (option);
    if (! value)
        return std::optional<std::int64_t> ();
    const auto number = parseWhole (*value);
    if (! number || *number < least || *number > most)
        return badValue (option, *value,
                         "a whole number from " + groupedText (least) + " to " +
                             groupedText (most));
    return number;
}

} // namespace melstrom
