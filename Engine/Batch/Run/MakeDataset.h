// From a folder that is ours to a dataset in it.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Run/Batch.h"
#include "Engine/Batch/Run/Pipeline/Pipeline.h"

#include <string>

namespace melstrom
{
struct ShardRecord;

/** What is to be made; all that it refers to must outlive the making. */
struct DatasetOrder
{
    const BatchWork& work;
    const FolderLock& lock; ///< of the output folder
    PipelineSize size;
    std::string planDigest, settingsDigest;
    std::string createdAt;         ///< of the run, as HDF5 files say it
    std::uint64_t listingHash = 0; ///< of the list of inputs
    const JournalContents* journal =
        nullptr;                        ///< of an earlier run that is gone on from; null: none
    const ShardRecord* shard = nullptr; ///< null: a whole is made
};

/** Makes room or takes up the parts that are there, extracts, commits, seals; puts seconds, failures, warnings and bytes
    into `outcome`. The folder holds plan.json, which goes at the end. Fails: as runBatch does once it
    writes; what was committed until then stays for the same command. */
Result<void> makeDataset (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome);

} // namespace melstrom
