// What two datasets differ in, for the terminal and as JSON.
#pragma once

#include "Engine/Report/DatasetDifference.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace melstrom
{

/** Tables of keys, totals, medians, labels and files, the latter two cut after kMostListed. */
std::string differenceText (const ComparedDataset& first, const ComparedDataset& second,
                            const DatasetDifference& difference);

/** The table of keys, with these headings. differences: not empty. */
std::string specTable (const std::vector<SpecDifference>& differences, const std::string& first,
                       const std::string& second);

inline constexpr std::size_t kMostListed = 20;

/** Everything, with all files. */
nlohmann::ordered_json differenceJson (const ComparedDataset& first, const ComparedDataset& second,
                                       const DatasetDifference& difference);

} // namespace melstrom
