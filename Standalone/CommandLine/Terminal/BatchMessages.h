// What a run, a dry run or a verification says of its inputs on stderr, with a limit to each kind.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/CommandLine/Terminal/Log.h"

#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** isDryRun: there is no dataset whose files have the rest. */
void showWarnings (Log& log, const std::vector<std::string>& warnings, bool isDryRun);

/** failures: path and reason. isDryRun: as above. */
void showFailures (Log& log, const std::vector<std::pair<std::string, Error>>& failures,
                   bool isDryRun);

/** Of a verification. */
void showFaults (Log& log, const std::vector<std::string>& faults);

} // namespace melstrom
