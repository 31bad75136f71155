// The whole run: from folders of audio to a mel dataset.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

namespace melstrom
{

/** The result of a run that ended with a dataset. */
struct BatchOutcome
{
    std::int64_t numFiles = 0, numFailed = 0, numRows = 0;
    std::int64_t bytesRead = 0, bytesWritten = 0;
    double audioSeconds = 0;
    double planSeconds = 0, extractSeconds = 0, sealSeconds = 0;
    std::int64_t numRowsKept = 0;   ///< rows of an earlier run that stayed
    bool alreadyComplete = false;   ///< the same dataset of the same inputs was there
    std::vector<std::string> notes; ///< what the run did with the contents of its output folder
    SkippedFiles skipped;           ///< in the inputs, but not taken
    LengthCounts lengths;
    std::vector<std::string> warnings;
    std::vector<std::pair<std::string, Error>> failures; ///< path and reason, in order of paths
};

/** Runs from listing to dataset.json. Thread: any but audio; starts its own.
    Fails: badUsage, badSpec, nothingFound, deviceUnavailable (nothing written), otherPlan, locked,
   diskFull, writeFailed, outOfMemory, deviceLost, interrupted, tooManyErrors. */
Result<BatchOutcome> runBatch (const BatchOptions& options, const BatchContext& context);

} // namespace melstrom
