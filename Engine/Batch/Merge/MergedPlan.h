// The plan of the whole, from the tables of its shards.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Merge/ShardSet.h"

namespace melstrom
{

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

/** Enters each file's rows with their checksums, its failure and its input. */
void enterShards (const std::vector<FinishedShard>& shards, const MergedPlan& merged,
                  FileLedger& ledger);

} // namespace melstrom
