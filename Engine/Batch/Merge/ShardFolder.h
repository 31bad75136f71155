// One shard's folder, read and checked.
#pragma once

#include "Engine/Batch/Merge/ShardSet.h"

namespace melstrom
{

/** Fails: as readShards does for one folder. */
Result<FinishedShard> readShard (const std::string& folder, const BatchContext& context);

} // namespace melstrom
