// Parses a command line from one string, for tests of the parser. Blanks separate words.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"

#include <sstream>
#include <string>
#include <vector>

namespace melstrom::testing
{

inline std::vector<std::string> wordsOf (const std::string& line)
{
    std::istringstream stream (line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back (word);
    return words;
}

inline Result<CommandLine> parse (const std::string& line)
{
    return parseCommandLine (wordsOf (line), std::nullopt);
}

} // namespace melstrom::testing
