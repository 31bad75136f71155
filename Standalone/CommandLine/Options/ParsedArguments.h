// Sorts the words of a command line into a mode, operands and options. Values stay text.
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
    /** by option; flags have no values */
    std::map<std::string, std::vector<std::string>, std::less<>> values;

    bool has (std::string_view option) const { return values.contains (option); }
    std::optional<std::string> value (std::string_view option) const;
    std::vector<std::string> all (std::string_view option) const;
};

/** All words after "--" are operands. --verify alone is --batch without inputs.
    Fails: badUsage: an option is unknown (names the nearest), repeated, without its value, with an
    unexpected value, or of a different mode; no mode or two; too few or too many operands. */
Result<ParsedArguments> parseArguments (std::vector<std::string> arguments);

/** badUsage with a message as "--threads = 0: must be a whole number from 1 to 256". */
Error badValue (std::string_view option, std::string_view value, std::string_view allowed);

} // namespace melstrom
