// Labels from the names of folders, for files without another label.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** LabelMode::folders: sets the labels of files that have none, as `collectInputs` describes,
    unless a pattern gives labels. LabelMode::none: removes all labels. LabelMode::table: see
    applyTable. */
void applyFolderLabels (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
