// The files of shards that a virtual dataset refers to.
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

/** For HDF5 shards, in order. */
SourceList sourcesOfShards (const std::vector<FinishedShard>& shards, const MergeOptions& options);

} // namespace melstrom
