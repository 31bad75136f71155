// What became of the inputs of a finished dataset since it was made.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Journal/JournalRecord.h"

#include <functional>
#include <string>
#include <string_view>

namespace melstrom
{

struct InputChanges
{
    bool isNone = false; ///< the dataset has the rows and files that the plan would give
    std::vector<std::string>
        warnings;         ///< where isNone: what dataset.json would say of these inputs today
    JournalEntries seeds; ///< rows that can stay, and the inputs that they came from
    std::string sentence; ///< for people: what changed, and what follows
};

/** Compares the output folder's files.csv and inputs.bin with the plan. A file whose stat differs is read: if its
    CRC-32C agrees, it counts as unchanged. Rows stay where the file is unchanged, was in, and keeps its place. Without
    an inputs.bin that belongs to the dataset no row can stay. Thread: any; starts its own. Fails: readFailed,
    interrupted. */
Result<InputChanges> compareInputs (const BatchWork& work, const std::string& planDigestThere,
                                    const std::string& planDigestNow);

/** An input of which something was recorded. */
struct ComparedInput
{
    std::string_view path;
    InputStat stat; ///< of today
    InputState& recorded;
};

struct InputComparison
{
    std::vector<bool> isSame;
    bool anyStatDiffers = false;
};

/** Whether each input is what it was: by its stat, else by its checksum. Writes today's stat into `recorded` where the
    checksum agrees. inputAt: called once an input, on several threads. Thread: any; starts its own. Fails:
    interrupted. */
Result<InputComparison> compareStates (const BatchContext& context, std::size_t numInputs,
                                       const std::function<ComparedInput (std::size_t)>& inputAt);

} // namespace melstrom
