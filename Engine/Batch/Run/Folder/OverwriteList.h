// What --overwrite removes from an output folder, or why it removes nothing.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <string>
#include <vector>

namespace melstrom
{

/** The files of the output folder that a dataset.json or plan.json of ours lists: see `listedFiles`. Changes nothing.
    mostPlanBytes  the size of the run's plan.json; a plan.json.tmp that is not larger was begun by this run
    fails          otherPlan (a file that is not listed has a name which the run will write: the message names it), as
                   reading does */
Result<std::vector<std::string>> filesToOverwrite (const BatchWork& work,
                                                   std::int64_t mostPlanBytes);

} // namespace melstrom
