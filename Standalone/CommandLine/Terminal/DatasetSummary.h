// A finished dataset's summary.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct ArraySummary
{
    std::string file, name, type, axes;
    std::vector<std::int64_t> shape;
    std::int64_t bytes = 0;
};

struct DatasetSummary
{
    std::int64_t numFiles = 0, numFailed = 0;
    std::string device;       ///< "CPU (AVX2)"
    std::string deviceChoice; ///< why this kind of device computed; empty: it was named
    LengthCounts lengths;     ///< all 0 if its spec has no length
    std::vector<ArraySummary> arrays;
};

/** From folder/dataset.json; empty if the file is missing or not of Melstrom. */
std::optional<DatasetSummary> readDatasetSummary (Storage& storage, const std::string& folder);

/** Arrays of a planned dataset. */
std::vector<ArraySummary> summariesOf (const std::vector<DatasetFile>& files);

/** "all 5 are in", "1 is in", "4 are in, 1 failed: see errors.csv" */
std::string filesInText (std::int64_t numFiles, std::int64_t numFailed);

/** One line for each array: file, name, type, "9,376,431 x 32 (row,band)", size. With several
    arrays also the total. */
std::string arraysText (const std::vector<ArraySummary>& arrays);

} // namespace melstrom
