// What two datasets differ in.
#pragma once

#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Report/DatasetReport.h"
#include "Engine/Spec/Mel/SpecDifference.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** A file of both datasets, and its value in each. */
struct FileDifference
{
    std::string file, first, second;
};

struct DatasetDifference
{
    std::vector<SpecDifference> spec;
    std::vector<std::string> labelsInFirst, labelsInSecond; ///< that the other has not
    std::vector<std::string> filesInFirst, filesInSecond;   ///< that the other has not
    std::int64_t numShared = 0;                             ///< files of both
    std::vector<FileDifference> contents; ///< checksum of the file, else rate, channels and length
    std::vector<FileDifference> labels;   ///< of shared files
    std::vector<FileDifference> splits;
    std::vector<FileDifference> statuses; ///< "ok" or the code of the failure
    std::int64_t numOtherRows = 0;        ///< shared files of equal content, whose rows differ
    /** largest |mean - mean| of a band, in deviations of the first; empty: other bands */
    std::optional<double> bandShift {};

    bool isSame () const noexcept; ///< nothing differs, bandShift and rows included
};

/** A dataset, its report and the state of its inputs. */
struct ComparedDataset
{
    const ReportSource& source;
    const DatasetReport& report;
    const InputsFile* inputs; ///< nullptr: inputs.bin is missing or damaged
};

/** A file is the same in both if its path relative to the INPUT is. If this occurs twice in one of the
    datasets, the files of this relative path are the same if their paths are. Lists are in the order of files.csv, labels in the order of
    dataset.json. Thread: any. */
DatasetDifference differenceOf (const ComparedDataset& first, const ComparedDataset& second);

} // namespace melstrom
