// Finished shards in, the dataset that one run would have made out.
#pragma once

#include "Engine/Batch/Run/Batch.h"

#include <string>
#include <vector>

namespace melstrom
{

struct ShardFolder
{
    std::string path;
    /** the same, relative to the output folder: how a virtual dataset refers to it */
    std::string fromOutput;
};

struct MergeOptions
{
    std::string outputFolder;
    std::vector<ShardFolder> shards; ///< all of one dataset, in any order
    bool copiesRows = false; ///< HDF5: into one file, else a virtual dataset refers to the shards
    bool overwrite = false;
};

/** Checks that the shards are all parts of one plan and every checksum, then writes what one run would have written, byte
    for byte; a virtual dataset equals it array by array. Shards are only read. A merge that ended early begins anew with
    the same command. Thread: any; starts its own. Fails: as readShards and copyRows do; otherPlan (the output folder
    holds something else), locked, diskFull, writeFailed, interrupted. */
Result<BatchOutcome> mergeShards (const MergeOptions& options, const BatchContext& context);

} // namespace melstrom
