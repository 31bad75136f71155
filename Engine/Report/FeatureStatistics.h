// Statistics of the stored features, by band.
#pragma once

#include "Engine/Report/ReportSource.h"

#include <array>
#include <atomic>
#include <vector>

namespace melstrom
{
struct BatchCounters;

inline constexpr std::array<double, 7> kShares {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

struct BandStatistics
{
    double mean = 0, deviation = 0; ///< of all its finite values; deviation: of the set
    std::array<float, kShares.size ()> quantiles {}; ///< BandCounts::quantile at kShares
};

struct FeatureStatistics
{
    std::int64_t numValues = 0;
    std::int64_t numNonFinite = 0; ///< in no statistic
    std::int64_t numOnFloor = 0; ///< values, without padding, that equal the smallest of their file
    std::int64_t numPadded = 0;  ///< values that padding leaves on the floor
    std::int64_t quantileStep = 1; ///< quantiles are of every quantileStep-th row of each file
    std::vector<BandStatistics> bands;
};

/** Of the files that are in the dataset: takes source.statistics, or makes them from all rows, with
    the same result, if the dataset has none. Sets floorRatio of each file, and `sound` as far as the
    statistics have it. The result does not depend on the number of threads.
    counters: filesDone advances by each file, bytesRead by the bytes. Fails: as DatasetRows;
    interrupted, outOfMemory. */
Result<FeatureStatistics> measureFeatures (Storage& storage, ReportSource& source, int numThreads,
                                           const std::atomic<bool>& stop, BatchCounters& counters);

} // namespace melstrom
