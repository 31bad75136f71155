// The arrays of shards, cut into pieces of work.
#pragma once

#include "Engine/Batch/Merge/ShardFolder.h"

namespace melstrom
{

/** Features or waveforms of one split of one shard. */
struct ShardArray
{
    const FinishedShard* shard = nullptr;
    const ArrayLine* array = nullptr;
    int split = 0;
    std::int64_t rowBytes = 0;
    std::vector<std::uint32_t> files; ///< indices in the merged plan of the files with rows here
    std::int64_t numCloned = 0;       ///< bytes at its start that need no writing

    bool isWaveform () const { return ! array->isFeatures (); }
    const FileLine& lineOf (std::size_t file) const
    {
        return shard->dataset.files[file - shard->firstFile ()];
    }
    Error damaged (const std::string& what) const; ///< verificationFailed, with the cure
};

/** Consecutive files of one array, for one thread. */
struct CopyJob
{
    const ShardArray* array = nullptr;
    std::size_t first = 0, end = 0; ///< indices into array->files
};

/** All arrays with rows. Fails: verificationFailed if an array does not fit files.csv. */
Result<std::vector<ShardArray>> arraysOfShards (const std::vector<FinishedShard>& shards,
                                                const DatasetPlan& plan);

/** Jobs of about 64 MiB; a long file has a job of its own. The arrays must outlive the jobs. */
std::vector<CopyJob> cutIntoJobs (const std::vector<ShardArray>& arrays, const DatasetPlan& plan);

} // namespace melstrom
