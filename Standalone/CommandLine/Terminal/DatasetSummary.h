// What a finished dataset says of itself, for a summary on the screen.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
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
    std::vector<ArraySummary> arrays;
};

/** From folder/dataset.json; empty where that is not there or not ours. */
std::optional<DatasetSummary> readDatasetSummary (Storage& storage, const std::string& folder);

/** Arrays of a dataset that is not there yet. */
std::vector<ArraySummary> summariesOf (const std::vector<DatasetFile>& files);

/** A line an array: file, name, type, "9,376,431 x 32 (row,band)", size; and the total of several.
 */
std::string arraysText (const std::vector<ArraySummary>& arrays);

} // namespace melstrom
