// What became of the inputs of a finished dataset since it was made.
#pragma once

#include "Engine/Batch/Journal/JournalRecord.h"
#include "Engine/Batch/Run/Batch.h"

#include <string>

namespace melstrom
{

struct InputChanges
{
    bool isNone = false;  ///< the dataset is what the plan would give
    JournalEntries seeds; ///< rows that can stay, and the inputs that they came from
    std::string sentence; ///< for people: what changed, and what follows
};

/** Compares the output folder's files.csv and inputs.bin with the plan. A file whose stat differs is read: if its
    CRC-32C agrees, it counts as unchanged. Rows stay where the file is unchanged, was in, and keeps its place. Without
    an inputs.bin that belongs to the dataset no row can stay. Thread: any; starts its own. Fails: readFailed,
    interrupted. */
Result<InputChanges> compareInputs (const BatchWork& work, const std::string& planDigestThere,
                                    const std::string& planDigestNow);

/** Whether each input is what it was: by its stat, else by its checksum. Writes today's stat into `recorded` where the
    checksum agrees. Thread: any; starts its own. Fails: interrupted. */
struct InputComparison
{
    std::vector<bool> isSame;
    bool anyStatDiffers = false;
};
Result<InputComparison> compareStates (const BatchContext& context,
                                       const std::vector<std::string_view>& paths,
                                       const std::vector<InputStat>& stats,
                                       std::vector<InputState>& recorded);

} // namespace melstrom
