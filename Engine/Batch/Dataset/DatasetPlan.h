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

/** Numbers of files with rows, by what the spec did to their length. */
struct LengthCounts
{
    std::int64_t numCut = 0, numFilled = 0; ///< to the length of a clip, or to pad_to_samples
    std::int64_t numShorter = 0;            ///< shorter than a clip, not filled
    std::int64_t numLonger = 0;             ///< longer than pad_to_samples, not cut
};

struct DatasetPlan
{
    std::vector<PlannedFile> files;          ///< as in InputList
    std::vector<std::string> labels;         ///< sorted by bytes; a label's id is its index here
    Annotations notes;                       ///< other annotations of the files
    std::array<std::int64_t, 3> numRows {};  ///< per split
    std::array<std::int64_t, 3> numFiles {}; ///< per split, files with rows
    std::map<int, MelGeometry> geometries;   ///< by feature rate
    SkippedFiles skipped;                    ///< left out, including videos without sound
    std::vector<LeftOutInput> leftOut;       ///< the videos without sound
    std::string ffmpegVersion;               ///< empty: ffmpeg decodes none of the files
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

    /** Id of the first label of a file; -1: no label. */
    int labelIdOf (const PlannedFile& file) const
    {
        const auto ids = labelsOf (file);
        return ids.empty () ? -1 : ids.front ();
    }

    /** The numbers of a file, one for each of notes.targetNames; empty if none were given. */
    std::span<const float> targetsOf (const PlannedFile& file) const;

    /** The box that an entry is; null: a whole file. */
    const Box* boxOf (const PlannedFile& file) const
    {
        return file.facts.box < 0 ? nullptr
                                  : &notes.boxes[static_cast<std::size_t> (file.facts.box)];
    }

    /** True if both entries are boxes of one recording. */
    bool isSameRecording (const PlannedFile& one, const PlannedFile& other) const
    {
        return one.facts.box >= 0 && other.facts.box >= 0 &&
               pathOfSound (one.path, one.facts) == pathOfSound (other.path, other.facts);
    }

    /** The shape of a stored row: equal for all rates, else the plan was refused. */
    const MelGeometry& anyGeometry () const { return geometries.begin ()->second; }
};

/** Counters that planning updates, and the flag that ends it. */
struct PlanProgress
{
    BatchCounters& counters;
    const std::atomic<bool>& stop;
};

/** collectInputs for a run. Leaves out the output folder, which may lie inside an input. */
Result<InputList> listInputs (Storage& storage, const BatchOptions& options,
                              BatchCounters& counters);

/** Reads all headers on numThreads threads. Unusable files stay in the plan with their error and no
    rows. Ratios divide the other files. Fails: badUsage (more labels than int16 can count, if an
    array holds label ids), badSpec (the spec is impossible at a file's rate, or rows differ in
    shape between rates), interrupted. */
Result<DatasetPlan> planDataset (Storage& storage, const BatchOptions& options, InputList list,
                                 int numThreads, const PlanProgress& progress);

/** 16 hex digits: hash of all annotations of the files except their first labels and splits. */
std::string annotationsDigest (const DatasetPlan& plan);

} // namespace melstrom
