// Parses option values as numbers or choices. Errors name the allowed values.
#pragma once

#include "Standalone/CommandLine/Options/ParsedArguments.h"

#include <cstdint>
#include <utility>

namespace melstrom
{

/** Decimal digits with an optional sign. Empty if the text is invalid or beyond int64. */
std::optional<std::int64_t> parseWhole (std::string_view text);
/** A finite number, as "0.5" or "8"; the same in every locale. */
std::optional<double> parseReal (std::string_view text);

/** Empty without the option. Fails: badUsage. */
Result<std::optional<std::int64_t>> wholeOption (const ParsedArguments& parsed,
                                                 std::string_view option, std::int64_t least,
                                                 std::int64_t most);

/** One of the choices, or `fallback` without the option. Fails: badUsage with a list of the
    names. */
template <typename Choice>
Result<Choice> choiceOption (const ParsedArguments& parsed, std::string_view option,
                             Choice fallback,
                             const std::vector<std::pair<std::string_view, Choice>>& choices)
{
    const auto value = parsed.value (option);
    if (! value)
        return fallback;
    std::string names;
    for (const auto& [name, choice] : choices)
    {
        if (name == *value)
            return choice;
        names += (names.empty ()                  ? ""
                  : name == choices.back ().first ? " or "
                                                  : ", ") +
                 std::string (name);
    }
    return badValue (option, *value, names);
}

} // namespace melstrom
