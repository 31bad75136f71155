// A run that makes one shard of a dataset: its plan, and its record of the whole.
#pragma once

#include "Engine/Batch/Dataset/ShardFile.h"

namespace melstrom
{

/** Keeps the whole plan until `describe`. Thread: one. */
class ShardRun
{
public:
    /** options.shard names the shard. The options must outlive this. */
    ShardRun (DatasetPlan whole, const BatchOptions& options, int numThreads);

    DatasetPlan part () const { return partOfPlan (whole_, range_, options_.preset.spec); }

    /** Call once the device is known: makes the record. Returns the hash of inputs for a shard's
        inputs.bin.
        deviceKind   deviceKindOf (the backend)
        computation  of the rates of the whole
        listingHash  hashOf (the InputList) */
    std::uint64_t describe (const std::string& deviceKind, Computation computation,
                            std::uint64_t listingHash);

    const std::string& planDigest () const noexcept { return planDigest_; } ///< of the whole
    const ShardRecord& record () const noexcept { return record_; }

private:
    DatasetPlan whole_;
    const BatchOptions& options_;
    FileRange range_;
    int numThreads_;
    std::string planDigest_;
    ShardRecord record_;
};

} // namespace melstrom
