// Compares the results of --bench with those of an earlier run.
#pragma once

#include "Engine/Core/Result.h"

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace melstrom
{

/** A measure that both runs have. */
struct BenchRatio
{
    std::string row, measure;
    double before = 0, now = 0;
    double speed = 1; ///< above 1: faster than before
};

/** A measure slower than this fails the comparison. */
inline constexpr double kLeastSpeed = 1 / 1.1;

/** The file that --json wrote. Fails: as a read of the file; badUsage if it is no such file. */
Result<nlohmann::ordered_json> readBenchFile (const std::string& path);

/** The medians of the rows that both have, in the order of `now`: rates, and times of which less is
    better. Tails (p99, worst, slowest) are left out, because they vary from run to run. Rows are
    matched by their texts and sizes. */
std::vector<BenchRatio> ratiosOf (const nlohmann::ordered_json& before,
                                  const nlohmann::ordered_json& now);

/** Prints a row for each ratio. Returns the number of measures that are slower than kLeastSpeed. */
int printRatios (const std::vector<BenchRatio>& ratios, std::ostream& out);

} // namespace melstrom
