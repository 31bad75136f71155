// Files that stand out in a report.
#pragma once

#include "Engine/Report/ReportSource.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A kind of file to look at. */
struct FindingKind
{
    std::string_view key;     ///< in report.json
    std::string_view title;   ///< "Clipped"
    std::string_view meaning; ///< the rule
};

struct Finding
{
    const FindingKind* kind = nullptr;
    std::int64_t numFiles = 0;
    std::vector<std::int32_t> worst; ///< indices of files, the worst first; at most kMostWorst
};

inline constexpr std::size_t kMostWorst = 12;

/** All kinds, with the files to which their rule applies. Files with the same degree are in the order
    of files.csv. Thread: any. */
std::vector<Finding> findingsOf (std::span<const ReportFile> files);

} // namespace melstrom
