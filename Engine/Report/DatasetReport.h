// What a report says about a dataset, as numbers.
#pragma once

#include "Engine/Report/FeatureStatistics.h"
#include "Engine/Report/Findings.h"
#include "Engine/Report/Measures.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace melstrom
{

/** Files, and the sound in them. */
struct FileTotals
{
    std::int64_t numFiles = 0, numRows = 0;
    double seconds = 0;

    void add (const ReportFile& file);
};

/** A label, over all files that have it; a file with several labels counts for each. */
struct LabelTotals
{
    std::string name;
    FileTotals all;
    std::array<FileTotals, 3> splits; ///< by kSplitNames
};

struct DatasetReport
{
    FileTotals all; ///< files in files.csv, and rows and sound of those that are in
    std::int64_t numFailed = 0;
    std::map<std::string, std::int64_t> failuresByCode;
    std::map<int, FileTotals> rates;    ///< by Hz; files that are in
    std::map<int, FileTotals> channels; ///< by number; files that are in
    std::array<FileTotals, 3> splits;   ///< by kSplitNames
    std::vector<LabelTotals> labels;    ///< in the order of dataset.json
    FileTotals unlabelled;
    std::array<std::int64_t, 5> sounds {}; ///< numbers of files by SoundState; files that are in
    std::vector<Distribution> distributions;
    FeatureStatistics features;
    std::vector<Finding> findings;
};

struct ReportOptions
{
    std::string folder;
    int numThreads = 1;
    bool readsAudio = true; ///< false: only the files of the dataset
};

/** Measures rows and audio: sets `sound` and `floorRatio` of the files of `source`. A TarStorage
    reads audio in tars. The result does not depend on the number of threads.
    counters: filesTotal, filesDone (in phase verifying by rows, then in phase extracting by audio),
              bytesRead of the rows.
    Fails: as measureFeatures and measureSound. */
Result<DatasetReport> makeReport (Storage& storage, ReportSource& source,
                                  const ReportOptions& options, const std::atomic<bool>& stop,
                                  BatchCounters& counters);

/** "measured", "missing", ... */
std::string_view soundStateName (SoundState state) noexcept;

} // namespace melstrom
