// Changes to the inputs of a finished dataset since it was made.
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
    bool isNone = false; ///< the dataset has the rows and files of the plan
    std::vector<std::string>
        warnings;         ///< if isNone: the warnings that dataset.json would have today
    JournalEntries seeds; ///< rows that can stay, and their inputs
    std::string sentence; ///< for people: what changed, and the consequence
};

/** Compares the output folder's files.csv and inputs.bin with the plan. A file whose stat differs
    is read: if its CRC-32C agrees, it counts as unchanged. Rows stay if the file is unchanged, was
    in, and keeps its place. Without an inputs.bin of this dataset no row can stay. Thread: any;
    starts its own. Fails: readFailed, interrupted. */
Result<InputChanges> compareInputs (const BatchWork& work, const std::string& planDigestThere,
                                    const std::string& planDigestNow);

/** An input and its record. */
struct ComparedInput
{
    std::string path; ///< of the file
    InputStat stat;   ///< today's
    InputState& recorded;
    bool isBox = false; ///< other inputs may have the same path; it is read once
};

struct InputComparison
{
    std::vector<bool> isSame;
    bool anyStatDiffers = false;
};

/** Compares each input with its record: by stat, else by checksum. Writes today's stat into
    `recorded` if the checksum agrees. inputAt: called once per input, on several threads. Thread:
    any; starts its own. Fails: interrupted. */
Result<InputComparison> compareStates (const BatchContext& context, std::size_t numInputs,
                                       const std::function<ComparedInput (std::size_t)>& inputAt);

} // namespace melstrom
