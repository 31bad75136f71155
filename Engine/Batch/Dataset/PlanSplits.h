// Splits that depend on which files are usable, and warnings about missing labels and splits.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

namespace melstrom
{

/** Divides the files with rows. SplitMode::ratio: exactly, by the first of their labels; files
    without rows count as training. SplitMode::stable: each file by itself, also those without rows.
    Groups stay whole. Other modes: does nothing. */
void divideFiles (DatasetPlan& plan, const InputOptions& options);

/** Appends a warning if labels are wanted and the files with rows have none or only one. Appends a
    warning for each split that could have files but has none. */
void warnOfGaps (DatasetPlan& plan, const InputOptions& options);

} // namespace melstrom
