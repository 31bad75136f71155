// Compares the results of --bench with those of an earlier run.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"

#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

/** That the earlier run, the file `path`, cannot be compared with this one. */
Error nothingToCompare (const std::string& path);

/** Fails: badUsage if the earlier run has no subject of the request. */
Result<void> checkSubjects (const nlohmann::ordered_json& before, const std::string& path,
                            const BenchRequest& request);

struct BenchComparison
{
    std::vector<BenchRatio> ratios; ///< in the order of the run
    /** Measures of the run without one above 0 in the earlier run, for each subject. */
    std::map<std::string, int> numAlone;
    /** Measures of the earlier run that this run has not, of the subjects that this run has:
        "row: path", in their order. */
    std::vector<std::string> earlierAlone;
};

/** Compares the measures of the rows that both have: see BenchMeasures.h. Rows are matched by their
    texts and sizes. */
BenchComparison compared (const nlohmann::ordered_json& before, const nlohmann::ordered_json& now);

/** Prints a row for each ratio, a line for each subject that has measures without a ratio, and a
    line that names the measures of the earlier run alone.
    Returns the number of measures that are slower than kLeastSpeed. */
int printComparison (const BenchComparison& comparison, std::ostream& out);

} // namespace melstrom
