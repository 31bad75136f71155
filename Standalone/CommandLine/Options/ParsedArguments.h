// The words of a command line, sorted into a mode, its operands and options; values are still text.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/CommandLine/Options/OptionTable.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct ParsedArguments
{
    Mode mode = Mode::help;
    std::vector<std::string> operands;
    /** of options; of flags none */
    std::map<std::string, std::vector<std::string>, std::less<>> values;

    bool has (std::string_view option) const { return values.contains (option); }
    std::optional<std::string> value (std::string_view option) const;
    std::vector<std::string> all (std::string_view option) const;
};

/** What follows "--" are operands, whatever they look like. --verify alone is --batch of nothing.
    Fails: badUsage: an option that is not known (naming the nearest), stands twice, has no value or
    one too many, or belongs to another mode; no mode or two; too few or too many operands. */
Result<ParsedArguments> parseArguments (std::vector<std::string> arguments);

/** badUsage with "--threads = 0: must be a whole number from 1 to 256". */
Error badValue (std::string_view option, std::string_view value, std::string_view allowed);

} // namespace melstrom
