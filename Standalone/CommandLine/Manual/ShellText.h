// Parts of the completions for bash and zsh, which share the syntax of arrays and cases.
#pragma once

#include "Standalone/CommandLine/Options/OptionTable.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** As one word of bash or zsh: in single quotes, unless it needs none. */
std::string shellWord (std::string_view text);

/** Shell words with a space in between. */
std::string shellWords (const std::vector<std::string>& words);

/** "--batch|--merge": a pattern of all modes. */
std::string modePattern ();

/** The function _melstrom_offers. Its argument is MODE/OPTION, or MODE/N for operand N from 1. It
    sets the caller's arrays `offers` and `endings`, and `files`: any, folders, ending or nothing.
    `--list backends` runs only if the caller's `current` begins with "cuda". */
std::string offersFunction ();

} // namespace melstrom
