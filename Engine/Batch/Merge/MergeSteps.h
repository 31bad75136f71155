// The steps of a merge in their order: shards are read and compared, then come the plan of the
// whole, its rows or its list of sources.
#pragma once

#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Merge/Merge.h"
#include "Engine/Batch/Merge/ShardFolder.h"

#include <functional>

namespace melstrom
{

/** All shards of one dataset in order. Compares tables, and the bytes around arrays, with their
    checksums; does not read rows. Thread: any; starts its own. Fails: badUsage (a folder holds no
    finished shard; a part is missing or there twice), otherPlan (other settings, another kind of
    device, or other inputs: the message names files), verificationFailed (a file is missing, cut or
    changed), readFailed, interrupted. */
Result<std::vector<FinishedShard>> readShards (const std::vector<std::string>& folders,
                                               const BatchContext& context);

/** A shard's record of the whole plan. `take` gets the files in order; the result does not hold
    them. Fails: verificationFailed (shard.bin is missing or damaged), readFailed. */
Result<KnownFiles> readKnownFiles (const FinishedShard& shard, Storage& storage,
                                   const std::function<void (KnownFile&&)>& take);

/** The plan of the whole, from the tables of its shards. */
struct MergedPlan
{
    DatasetPlan plan;
    BatchOptions options; ///< only the options that writing a dataset needs
};

/** The plan that all shards were cut from, without values that only reading audio needs. Moves the
    paths out of the shards' lines. Fails: badSpec, verificationFailed (tables that do not fit the
    spec or each other), readFailed. */
Result<MergedPlan> planOfShards (std::vector<FinishedShard>& shards, Storage& storage,
                                 const std::string& outputFolder);

/** Enters each file's rows with their checksums and statistics, its failure and its input. Frees the
    statistics of the shards. */
void enterShards (std::vector<FinishedShard>& shards, const MergedPlan& merged, FileLedger& ledger);

/** Rows of shards, and their places in the whole. */
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

/** The files of shards that a virtual dataset refers to. */
struct SourceList
{
    SourcesBySplit bySplit;
    nlohmann::ordered_json json; ///< "sources" of dataset.json: sizes and checksums
};

/** For HDF5 shards, in order. */
SourceList sourcesOfShards (const std::vector<FinishedShard>& shards, const MergeOptions& options);

} // namespace melstrom
