// The shards of one dataset, read and compared before they are joined.
#pragma once

#include "Engine/Batch/Dataset/ShardFile.h"
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

} // namespace melstrom
