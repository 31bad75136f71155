// The quick answer to a command that was given before: the dataset is there, and its inputs are what they were.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** What a finished dataset must have in common with the command. */
struct DatasetIdentity
{
    std::string settingsDigest;
    std::uint64_t listingHash = 0;
};

/** Of a shard's inputs.bin: the list of inputs and the stat of every file in it, those of other shards among them. What
    a shard is depends on all headers; where no stat differs, no header does. */
std::uint64_t hashOfShardInputs (std::uint64_t listingHash, const std::vector<InputStat>& stats);

/** What dataset.json says of the dataset that is there. */
struct UnchangedDataset
{
    std::int64_t numFiles = 0, numRows = 0;
    double audioSeconds = 0;
    std::vector<std::string> warnings;
};

/** Not empty: the output folder holds a whole dataset of these settings and this list, no input failed, and every input has
    the stat that inputs.bin records, or, where it differs, the checksum; then today's stat is recorded. No file is read
    whose stat is unchanged. A video without sound has no checksum: its stat decides. A shard is unchanged only where no file of the whole list has another stat. Empty: whatever else; `claimFolder` finds out what. Thread: any; starts its own. Fails:
    interrupted. */
Result<std::optional<UnchangedDataset>> findUnchanged (const BatchOptions& options,
                                                       const BatchContext& context,
                                                       const DatasetIdentity& identity,
                                                       const InputList& list);

/** The dataset, or shard, is there, and its inputs have the same bytes, while their list, times or inodes may have
    changed: writes down those of today, so that the next time no header is read. The folder must be locked. Thread: one.
    Fails: write errors. */
Result<void> recordInputs (Storage& storage, const std::string& outputFolder,
                           const DatasetPlan& plan, std::uint64_t listingHash);

} // namespace melstrom
