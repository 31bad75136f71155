// The table of all measures of a file that a report shows as a distribution.
#pragma once

#include "Engine/Report/ReportSource.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A number of each file. The cells of its histogram are fixed, so that reports can be compared and
    added. */
struct Measure
{
    std::string_view key;   ///< in report.json; ends in its unit
    std::string_view title; ///< for people
    std::string_view unit;  ///< "" for shares
    double lowest, highest; ///< of the histogram; values outside count in the outer cells
    int numCells;
    bool isLog; ///< cells of equal ratio; exact zeros are counted apart
    std::string_view meaning;
    /** empty: the file has no such number */
    std::optional<double> (*valueOf) (const ReportFile&);
};

/** In the order of the report. Thread: any. */
std::span<const Measure> measures ();

const Measure& measureNamed (std::string_view key); ///< the key is one of the table

/** The values of one measure over all files. */
struct Distribution
{
    const Measure* measure = nullptr;
    std::int64_t count = 0, numZero = 0; ///< numZero: exact zeros, in no cell, of a log measure
    double least = 0, most = 0, mean = 0, deviation = 0;
    std::vector<double> quantiles; ///< at kShares: values of files, rank rounded down
    std::vector<std::int64_t> cells;
};

Distribution distributionOf (const Measure& measure, std::span<const ReportFile> files);

/** The lower limit of a cell of the measure's histogram; cell numCells gives the upper end. */
double cellLimit (const Measure& measure, int cell) noexcept;

} // namespace melstrom
