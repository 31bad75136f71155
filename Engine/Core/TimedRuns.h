// The timing loop of benchmarks: warm-up runs, then timed runs, then their statistics.
#pragma once

#include "Engine/Core/Clock.h"
#include "Engine/Core/Quantile.h"
#include "Engine/Core/Result.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace melstrom
{

/** Values of timed runs, one a run: seconds, or a rate. Without runs all statistics are 0. */
class RunValues
{
public:
    explicit RunValues (std::vector<double> inOrder = {})
        : inOrder_ (std::move (inOrder)), sorted_ (inOrder_)
    {
        std::ranges::sort (sorted_);
    }

    const std::vector<double>& inOrder () const noexcept { return inOrder_; }

    /** See quantileOf. share 0 to 1 */
    double quantile (double share, BetweenRanks between = BetweenRanks::lower) const noexcept
    {
        return sorted_.empty () ? 0 : quantileOf<double> (sorted_, share, between);
    }
    /** The upper one of two middle values. */
    double median () const noexcept { return quantile (0.5, BetweenRanks::upper); }
    double smallest () const noexcept { return quantile (0); }
    double largest () const noexcept { return quantile (1); }
    /** (largest - smallest)/median */
    double spreadRatio () const noexcept
    {
        return sorted_.empty () ? 0 : (largest () - smallest ()) / median ();
    }

private:
    std::vector<double> inOrder_, sorted_;
};

struct RunCounts
{
    int numWarmUps = 0;
    int numRuns = 1;
};

/** Seconds of one call of `work`, which returns a Result. Fails: as `work`. */
template <typename Work>
Result<double> secondsOf (const Work& work)
{
    const auto start = std::chrono::steady_clock::now ();
    MELSTROM_TRY (work ());
    return secondsSince (start);
}

/** Calls `measure` for the warm-ups, whose values are dropped, and then for the timed runs.
    `measure` returns Result<double>: the value of one run. Thread: the caller's. Fails: with the
    first error of `measure`. */
template <typename Measure>
Result<RunValues> timedRuns (const RunCounts& counts, const Measure& measure)
{
    std::vector<double> values;
    for (int run = -counts.numWarmUps; run < counts.numRuns; ++run)
    {
        MELSTROM_TRY_VALUE (const double value, measure ());
        if (run >= 0)
            values.push_back (value);
    }
    return RunValues (std::move (values));
}

} // namespace melstrom
