// A finished dataset with the texts and labels that a report needs.
#pragma once

#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Report/SoundMeasurement.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** A line of files.csv, and the facts about its file. */
struct ReportFile
{
    FileLine line;
    std::int32_t labelSet = 0; ///< index into ReportSource::labelSets
    float floorRatio = 0; ///< share of its values, without padding, that equal its smallest one
    SoundFacts sound {};

    bool hasRows () const noexcept { return line.isIn && line.numRows > 0; }
    double seconds () const noexcept
    {
        return line.rateHz > 0 && line.numSamples > 0
                   ? static_cast<double> (line.numSamples) / line.rateHz
                   : 0;
    }
};

/** Texts of dataset.json. */
struct DatasetTexts
{
    std::string version, presetName, presetEquals, specHash, planHash, format, layout, device;
    std::vector<std::string> warnings;
    std::map<std::string, std::int64_t> skipped; ///< files of the inputs by extension
    bool hasSplits = false;
};

/** A line of errors.csv. */
struct FailedFile
{
    std::string path, code, message;
};

struct ReportSource
{
    FinishedDataset dataset; ///< its `files` are empty
    DatasetTexts texts;
    std::vector<ReportFile> files;
    std::vector<std::vector<int>>
        labelSets; ///< indices into dataset.labels; the first set is empty
    std::vector<FailedFile> failures;
    std::optional<DatasetStatistics> statistics; ///< of statistics.bin; empty: there is none

    std::string labelText (const ReportFile& file) const; ///< "cat;dog"
};

/** Reads dataset.json, files.csv, errors.csv and statistics.bin. Thread: any. Fails: as
    readDescription, readFileLines and readStatistics; verificationFailed (a table is not the one that dataset.json lists). */
Result<ReportSource> readReportSource (Storage& storage, const std::string& folder);

} // namespace melstrom
