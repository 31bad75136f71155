// The whole program without its entry: from arguments to an exit code.
#pragma once

#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <string>
#include <vector>

namespace melstrom
{

/** arguments: without the program's name. Reads MELSTROM_LOG. Thread: main, after
    installSignalHandlers. */
ExitCode runProgram (const std::vector<std::string>& arguments);

} // namespace melstrom
