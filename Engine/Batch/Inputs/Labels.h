// What a file is called by: its folder's name, or what a list or a table says.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Sets every file's label as `collectInputs` says. Appends warnings. Fails: as reading the table
    does, badUsage with the line for one path with two labels. */
Result<void> applyLabels (Storage& storage, FolderTable& folders, FoundFiles& found,
                          const InputOptions& options);

} // namespace melstrom
