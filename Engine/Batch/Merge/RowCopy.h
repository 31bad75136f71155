// Reads the rows of shards, compares their checksums and writes them to their places in the whole.
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

/** Reads all rows and waveforms once, a few MiB per thread; enters waveforms into the ledger.
    Thread: any; starts its own. Fails: verificationFailed (bytes differ from the written ones),
    readFailed, diskFull, writeFailed, interrupted. */
Result<void> copyRows (const CopyWork& work);

} // namespace melstrom
