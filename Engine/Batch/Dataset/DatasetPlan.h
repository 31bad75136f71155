// Every file's place in the output, known before the first sample is read.
#pragma once

#include "Engine/Batch/Dataset/BatchOptions.h"
#include "Engine/Batch/Dataset/FilePlan.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Spec/MelGeometry.h"

#include <array>
#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace melstrom
{

/** How many of the files with rows the spec made longer or shorter. */
struct LengthCounts
{
    std::int64_t numCut = 0, numFilled = 0; ///< to the length of a clip, or that short ones get
    std::int64_t numShorter = 0;            ///< than a clip, and kept so
    std::int64_t numLonger = 0;             ///< than pad_to_samples, and kept so
};

struct DatasetPlan
{
    std::vector<PlannedFile> files; ///< sorted by path bytes
    std::vector<std::string> labels;
    std::array<std::int64_t, 3> numRows {};  ///< a split
    std::array<std::int64_t, 3> numFiles {}; ///< a split, with rows
    std::map<int, MelGeometry> geometries;   ///< by feature rate
    std::vector<std::string> warnings;
    bool hasSplits = false;
    LengthCounts lengths;
    std::int64_t totalSamples = 0;
    double totalSeconds = 0;

    /** What a stored row is shaped like; equal for all rates, or the plan was refused. */
    const MelGeometry& anyGeometry () const { return geometries.begin ()->second; }
};

/** Lists the inputs and reads all headers on numThreads threads. Files that cannot be used stay in
   the plan with their error and no rows. Fails: nothingFound, badUsage, badSpec (the spec is
   impossible at a file's rate, or rows differ in shape between rates), interrupted. */
Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, int numThreads,
                                 BatchCounters& counters, const std::atomic<bool>& stop);

/** The plan's files as a JSON array, as it stands in `planText`: the long part, which no backend has
    to be asked for. */
std::string planFilesText (const DatasetPlan& plan, int numThreads);

/** The plan as JSON text, for plan.json: two runs with equal text compute the same dataset. */
std::string planText (const DatasetPlan& plan, const BatchOptions& options,
                      const std::string& backendName, const std::string& filesText);

} // namespace melstrom
