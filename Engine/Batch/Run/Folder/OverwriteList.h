// The files that --overwrite removes from an output folder, or the reason why it removes none.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <string>
#include <vector>

namespace melstrom
{

/** The files of the output folder that Melstrom's dataset.json or plan.json lists: see
    `listedFiles`. Changes nothing.
    mostPlanBytes  size of the run's plan.json; a plan.json.tmp that is not larger counts as begun
                   by this run
    fails          otherPlan (an unlisted file has a name that the run will write: the message names
                   it), as reading does */
Result<std::vector<std::string>> filesToOverwrite (const BatchWork& work,
                                                   std::int64_t mostPlanBytes);

} // namespace melstrom
