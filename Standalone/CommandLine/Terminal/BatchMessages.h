// Messages on stderr about the inputs of a run, a dry run or a verification, limited in number for
// each kind.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/CommandLine/Terminal/Log.h"

#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** isDryRun: without the dataset's file names after "and N more", because no dataset is written. */
void showWarnings (Log& log, const std::vector<std::string>& warnings, bool isDryRun);

/** failures: path and reason. isDryRun: as in showWarnings. */
void showFailures (Log& log, const std::vector<std::pair<std::string, Error>>& failures,
                   bool isDryRun);

/** Faults that a verification found. */
void showFaults (Log& log, const std::vector<std::string>& faults);

} // namespace melstrom
