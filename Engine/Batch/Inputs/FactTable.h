// --labels FILE: a table that says things of files which were found otherwise.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Gives each file what its line of options.labelTable says and the file lacks, as `collectInputs`
    says of LabelMode::table. Appends warnings. Fails: as readPathTable, badUsage with the line for
    one path of which two things are said. */
Result<void> applyTable (Storage& storage, FolderTable& folders, FoundFiles& found,
                         const InputOptions& options);

} // namespace melstrom
