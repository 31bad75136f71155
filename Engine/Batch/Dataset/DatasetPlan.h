// Every file's place in the output, known before the first sample is read.
#pragma once

#include "Engine/Batch/Dataset/BatchOptions.h"
#include "Engine/Batch/Dataset/Computation.h"
#include "Engine/Batch/Dataset/FilePlan.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <array>
#include <atomic>
#include <map>
#include <span>
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
    std::vector<PlannedFile> files;          ///< sorted by path bytes
    std::vector<std::string> labels;         ///< sorted by bytes; a label's id is its place here
    Annotations notes;                       ///< what else is said of the files
    std::array<std::int64_t, 3> numRows {};  ///< a split
    std::array<std::int64_t, 3> numFiles {}; ///< a split, with rows
    std::map<int, MelGeometry> geometries;   ///< by feature rate
    SkippedFiles skipped;                    ///< left out, videos without sound among them
    std::vector<LeftOutInput> leftOut;       ///< these videos
    std::string ffmpegVersion;               ///< empty: it decodes none of the files
    Computation computation;                 ///< of its rows; empty until the device is known
    std::vector<std::string> warnings;
    bool hasSplits = false;
    LengthCounts lengths;
    std::int64_t totalSamples = 0;
    double totalSeconds = 0;

    /** Ids of a file's labels in the order in which they were listed. */
    std::span<const int> labelsOf (const PlannedFile& file) const
    {
        if (file.facts.labels < 0)
            return {};
        return notes.labelSets[static_cast<std::size_t> (file.facts.labels)];
    }

    /** Of the first of its labels; -1: none. */
    int labelIdOf (const PlannedFile& file) const
    {
        const auto ids = labelsOf (file);
        return ids.empty () ? -1 : ids.front ();
    }

    /** A file's numbers, as many as notes.targetNames; none where nothing was said of it. */
    std::span<const float> targetsOf (const PlannedFile& file) const;

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
    Ratios
    divide the others. Fails: badUsage (more labels than int16 counts where an array has their ids), badSpec (the spec
    is impossible at a file's rate, or rows differ in shape between rates), interrupted. */
Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, InputList list,
                                 int numThreads, const PlanProgress& progress);

/** Gives every file its first row and counts rows, files and seconds, all from 0: of a plan whose files are known. */
void placeRows (DatasetPlan& plan, const MelSpec& spec);

/** Where no file is usable the arrays are empty, but have a shape: adds a geometry at a rate at which the spec is
    possible. Fails: badSpec. */
Result<void> giveShape (DatasetPlan& plan, const MelSpec& spec);

/** 16 hex digits of all that is said of the files besides their first labels and splits. */
std::string annotationsDigest (const DatasetPlan& plan);

} // namespace melstrom
