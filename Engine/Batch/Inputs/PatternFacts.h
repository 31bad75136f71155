// --label-pattern: what the names of files say of them.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Gives each file what options.labelPattern finds in its path and the file lacks. Appends warnings
    that count files which do not match, and splits that are none (they count as training).
    Fails: badUsage for a pattern that is none, or of which nothing is taken. */
Result<void> applyPattern (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
