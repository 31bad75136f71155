// The rows of shards, read against their checksums and written to their places in the whole.
#pragma once

#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Merge/MergedPlan.h"

namespace melstrom
{

struct CopyWork
{
    const std::vector<FinishedShard>& shards;
    const MergedPlan& merged;
    const BatchContext& context;
    FileLedger& ledger;
    DatasetWriter* writer = nullptr; ///< null: rows are only checked
};

/** Reads all rows and waveforms once, a few MiB a thread; waveforms enter the ledger. Thread: any; starts its own. Fails:
    verificationFailed (bytes that are not those that were written), readFailed, diskFull, writeFailed, interrupted. */
Result<void> copyRows (const CopyWork& work);

} // namespace melstrom
