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

struct DatasetPlan
{
    std::vector<PlannedFile> files; ///< sorted by path bytes
    std::vector<std::string> labels;
    std::array<std::int64_t, 3> numRows {};  ///< a split
    std::array<std::int64_t, 3> numFiles {}; ///< a split, with rows
    std::map<int, MelGeometry> geometries;   ///< by feature rate
    SkippedFiles skipped;                    ///< left out, videos without sound among them
    std::string ffmpegVersion;               ///< empty: it decodes none of the files
    std::vector<std::string> warnings;
    bool hasSplits = false;
    std::int64_t totalSamples = 0;
    double totalSeconds = 0;

    /** What a stored row is shaped like; equal for all rates, or the plan was refused. */
    const MelGeometry& anyGeometry () const { return geometries.begin ()->second; }
};

/** What planning tells as it goes, and what ends it. */
struct PlanProgress
{
    BatchCounters& counters;
    const std::atomic<bool>& stop;
};

/** collectInputs for a run: its output folder, which may lie inside an input, is left out. */
Result<InputList> listInputs (Storage& storage, const BatchOptions& options,
                              BatchCounters& counters);

/** Reads all headers on numThreads threads. Files that cannot be used stay in the plan with their error and no rows.
    Fails: badUsage, badSpec (the spec is impossible at a file's rate, or rows differ in shape between rates),
    interrupted. */
Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, InputList list,
                                 int numThreads, const PlanProgress& progress);

/** Gives every file its first row and counts rows, files and seconds, all from 0: of a plan whose files are known. */
void placeRows (DatasetPlan& plan);

/** Where no file is usable the arrays are empty, but have a shape: adds a geometry at a rate at which the spec is
    possible. Fails: badSpec. */
Result<void> giveShape (DatasetPlan& plan, const MelSpec& spec);

/** The plan's files as a JSON array, as it stands in `planText`: the long part, which no backend has
    to be asked for. */
std::string planFilesText (const DatasetPlan& plan, int numThreads);

} // namespace melstrom
