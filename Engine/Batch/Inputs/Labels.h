// What a file is called by: its folder's name, where nothing else said it.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Sets the labels of files that have none, as `collectInputs` says of LabelMode::folders, unless a
    pattern says labels; or takes all away (none). LabelMode::table is applyTable's. */
void applyFolderLabels (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
