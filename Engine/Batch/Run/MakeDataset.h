// Makes a dataset in a claimed folder.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Run/Batch.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <string>

namespace melstrom
{
struct ShardRecord;

/** One dataset to be made; everything that it refers to must outlive the making. */
struct DatasetOrder
{
    const BatchWork& work;
    const FolderLock& lock; ///< of the output folder
    PipelineSize size;
    std::string planDigest, settingsDigest;
    std::string createdAt;                    ///< of the run, for HDF5 files
    std::uint64_t listingHash = 0;            ///< of the list of inputs
    const JournalContents* journal = nullptr; ///< of an earlier run to continue; null: none
    const ShardRecord* shard = nullptr;       ///< null: a whole dataset
    std::string deviceChoice {};              ///< as in DatasetNames
};

/** Reserves parts or opens existing ones, extracts, commits, seals; puts seconds, failures,
    warnings and bytes into `outcome`. The folder holds plan.json, which is removed at the end.
    Fails: as runBatch does once it writes; rows committed before stay for the same command. */
Result<void> makeDataset (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome);

} // namespace melstrom
