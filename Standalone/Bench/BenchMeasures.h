// The numbers in the JSON of --bench: which of them are measures, and which rows they belong to.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace melstrom
{

enum class MeasureKind
{
    largerIsBetter,
    smallerIsBetter,
    noMeasure, ///< a size, a count, a tail, or a ratio of two measures of the same row
    unknown    ///< missing in the table of BenchMeasures.cpp
};

/** A number, or the median of a list of numbers. */
struct BenchNumber
{
    std::string subject; ///< key at the top of the JSON
    std::string row, path;
    double value = 0;
    MeasureKind kind = MeasureKind::unknown;
};

/** All numbers of all subjects, in order. row: its texts and sizes; path: keys below the row, with
    slashes. */
std::vector<BenchNumber> numbersOf (const nlohmann::ordered_json& json);

} // namespace melstrom
