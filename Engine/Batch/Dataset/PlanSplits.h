// Splits that depend on which files can be used, and what is said of labels and splits that are missing.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

namespace melstrom
{

/** Divides the files with rows (SplitMode::ratio: by the first of their labels, exactly; stable: each
    by itself, those without rows too). Groups stay whole. Files without rows are taken for training
    by a ratio. Does nothing for other modes. */
void divideFiles (DatasetPlan& plan, const InputOptions& options);

/** Appends warnings where, among the files with rows, labels are wanted and there is one or none, or
    a split that could have files has none. */
void warnOfGaps (DatasetPlan& plan, const InputOptions& options);

} // namespace melstrom
