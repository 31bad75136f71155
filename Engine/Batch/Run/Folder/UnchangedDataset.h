// The fast path of a repeated command: the dataset is there, and its inputs are unchanged.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** The properties that a finished dataset must share with the command. */
struct DatasetIdentity
{
    std::string settingsDigest;
    std::uint64_t listingHash = 0;
};

/** Hash in a shard's inputs.bin: of the list of inputs and the stat of every file in it, including
    those of other shards. The cut into shards depends on all headers; where no stat differs, no
    header does. */
std::uint64_t hashOfShardInputs (std::uint64_t listingHash, const std::vector<InputStat>& stats);

/** What dataset.json states about an existing dataset. */
struct UnchangedDataset
{
    std::int64_t numFiles = 0, numRows = 0;
    double audioSeconds = 0;
    std::vector<std::string> warnings;
};

/** Not empty if the output folder holds a whole dataset of these settings and this list, no input
    failed, and every input has the stat or else the checksum that inputs.bin records. If the stat
    differs and the checksum agrees, today's stat is recorded. No file with an unchanged stat is
    read. A video without sound has no checksum: its stat decides. A shard is unchanged only if no
    file of the whole list has another stat. Empty in all other cases; `claimFolder` finds the
    reason. Thread: any; starts its own. Fails: interrupted. */
Result<std::optional<UnchangedDataset>> findUnchanged (const BatchOptions& options,
                                                       const BatchContext& context,
                                                       const DatasetIdentity& identity,
                                                       const InputList& list);

/** For an existing dataset or shard whose inputs have the same bytes, while their list, times or
    inodes may differ: records those of today, so that the next run reads no header. The folder must
    be locked. Thread: one. Fails: write errors. */
Result<void> recordInputs (Storage& storage, const std::string& outputFolder,
                           const DatasetPlan& plan, std::uint64_t listingHash);

} // namespace melstrom
