// The plan of the whole, told from the tables of its shards.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Merge/ShardSet.h"

namespace melstrom
{

struct MergedPlan
{
    DatasetPlan plan;
    BatchOptions options; ///< as far as a dataset's writing depends on them
};

/** The plan that all shards were cut from, without what only reading audio needs. The lines of the shards lose their paths to
    it. Fails: badSpec, verificationFailed (tables that do not fit the spec or each other), readFailed. */
Result<MergedPlan> planOfShards (std::vector<FinishedShard>& shards, Storage& storage,
                                 const std::string& outputFolder);

/** What became of each file: rows with their checksums, failures, inputs. */
void enterShards (const std::vector<FinishedShard>& shards, const MergedPlan& merged,
                  FileLedger& ledger);

} // namespace melstrom
