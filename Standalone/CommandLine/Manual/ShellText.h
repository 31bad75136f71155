// Parts of the completions for bash and zsh, which share the syntax of arrays and cases.
#pragma once

#include "Standalone/CommandLine/Options/OptionTable.h"

#include <string>
#include <vector>

namespace melstrom
{

/** Each by shellWord of Printable.h, with a space in between. */
std::string shellWords (const std::vector<std::string>& words);

/** "--batch|--merge": a pattern of all modes. */
std::string modePattern ();

/** The function _melstrom_offers. Its argument is MODE/OPTION, or MODE/N for operand N from 1. It
    sets the caller's arrays `offers` and `endings`, and `files`: any, folders, ending or nothing.
    `--list backends` runs only if the caller's `current` begins with "cuda". */
std::string offersFunction ();

} // namespace melstrom
