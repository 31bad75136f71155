// The text of an option's value as a number or a choice. What is not allowed is named.
#pragma once

#include "Standalone/CommandLine/Options/ParsedArguments.h"

#include <cstdint>
#include <utility>

namespace melstrom
{

/** Whole decimal digits with an optional sign, nothing else. Empty where int64 does not hold it. */
std::optional<std::int64_t> parseWhole (std::string_view text);
/** Finite, as "0.5" or "8"; the same in every locale. */
std::optional<double> parseReal (std::string_view text);

/** Empty without the option. Fails: badUsage. */
Result<std::optional<std::int64_t>> wholeOption (const ParsedArguments& parsed,
                                                 std::string_view option, std::int64_t least,
                                                 std::int64_t most);

/** One of the names, or `fallback` without the option. Fails: badUsage, listing them. */
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
