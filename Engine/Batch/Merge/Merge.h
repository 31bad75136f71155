// Joins finished shards into the dataset that one run would have made.
#pragma once

#include "Engine/Batch/Run/Batch.h"

#include <string>
#include <vector>

namespace melstrom
{

struct ShardFolder
{
    std::string path;
    /** the same, relative to the output folder; a virtual dataset refers to it */
    std::string fromOutput;
};

struct MergeOptions
{
    std::string outputFolder;
    std::vector<ShardFolder> shards; ///< all shards of one dataset, in any order
    bool copiesRows = false; ///< HDF5: into one file; false: a virtual dataset refers to the shards
    bool overwrite = false;
};

/** Checks that all shards are parts of one plan, and every checksum. Then writes what one run would
    have written, byte for byte; a virtual dataset is equal array by array. Only reads the shards.
    If a merge ends early, the same command begins it anew. Thread: any; starts its own. Fails: as
    readShards and copyRows; otherPlan (the output folder holds something else), locked, diskFull,
    writeFailed, interrupted. */
Result<BatchOutcome> mergeShards (const MergeOptions& options, const BatchContext& context);

} // namespace melstrom
