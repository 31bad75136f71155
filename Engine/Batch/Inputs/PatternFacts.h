// --label-pattern: facts from the names of files.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Adds facts that options.labelPattern finds in a file's path and the file lacks. Appends warnings
    that count files without a match, and unknown split names (they count as training).
    Fails: badUsage for an invalid pattern, and for one of which no field is used. */
Result<void> applyPattern (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
