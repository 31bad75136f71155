// Mean and deviation of each feature over the training rows of a run.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"

namespace melstrom
{

/** Two passes over the raw rows of training: sums, then squares of differences from the mean, in
    float64. Rows are cut into chunks whose size depends on the spec alone. A chunk is summed in the
    order of its rows, and the sums of chunks are added in pairs. So the bits do not depend on
    threads, slabs or interruptions. A feature with one value only has exactly this mean, and the
    deviation 0. Without a counted frame all numbers are 0.
    writer  its raw rows are written
    thread  any; starts its own      fails  interrupted, readFailed, truncated */
Result<MomentRecord> measureMoments (const BatchWork& work, const FileLedger& ledger,
                                     DatasetWriter& writer);

} // namespace melstrom
