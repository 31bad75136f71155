// Which files of shards a virtual dataset is made of.
#pragma once

#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Merge/Merge.h"
#include "Engine/Batch/Merge/ShardSet.h"

namespace melstrom
{

struct SourceList
{
    SourcesBySplit bySplit;
    nlohmann::ordered_json json; ///< "sources" of dataset.json: sizes and checksums
};

/** Of HDF5 shards that are in order. */
SourceList sourcesOfShards (const std::vector<FinishedShard>& shards, const MergeOptions& options);

} // namespace melstrom
