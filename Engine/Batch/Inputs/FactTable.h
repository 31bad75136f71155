// --labels FILE: a table with facts about files that the inputs name.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Adds facts from options.labelTable to files that lack them, as `collectInputs` describes for
    LabelMode::table. Appends warnings. Fails: as readPathTable; badUsage with the line if two lines
    contradict each other about one path. */
Result<void> applyTable (Storage& storage, FolderTable& folders, FoundFiles& found,
                         const InputOptions& options);

} // namespace melstrom
