// A report of what a run would do.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetLayout.h"

#include <array>

namespace melstrom
{

struct DryRunReport
{
    std::int64_t numFiles = 0, numFailed = 0;
    LengthCounts lengths;
    double audioHours = 0;
    std::int64_t inputBytes = 0;     ///< of samples, as stored
    std::int64_t outputBytes = 0;    ///< of all arrays
    std::int64_t temporaryBytes = 0; ///< of raw rows, which the run removes at its end
    std::int64_t freeBytes = 0;      ///< at the output folder
    std::vector<DatasetFile> files;
    std::int64_t numLabels = 0;
    bool hasSplits = false;
    std::array<std::int64_t, 3> numFilesInSplit {}; ///< with rows
    double estimatedSeconds = 0;                    ///< from timing the spec on noise
    SkippedFiles skipped;
    std::vector<std::string> removals; ///< files in the output folder that --overwrite would remove
    std::vector<std::string> warnings;
    std::vector<std::pair<std::string, Error>> failures;
};

/** Lists inputs, reads headers, times the spec for about 0.3 s. Writes nothing. Fails: as the run
    would before it writes; with `overwrite` otherPlan, if the run would replace a file that
    Melstrom's descriptions in the folder do not list. */
Result<DryRunReport> dryRun (const BatchOptions& options, const BatchContext& context);

} // namespace melstrom
