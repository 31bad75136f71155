// The timing loop of benchmarks: which runs count, statistics, errors.
#include "Engine/Core/TimedRuns.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

TEST_CASE ("warm-up runs are made and do not count", "[timing]")
{
    int numCalls = 0;
    const auto runs = timedRuns ({2, 3}, [&] { return Result<double> (++numCalls); });
    REQUIRE (runs);
    CHECK (numCalls == 5);
    CHECK (runs->inOrder () == std::vector<double> {3, 4, 5});
}

TEST_CASE ("statistics of runs do not depend on their order", "[timing]")
{
    const RunValues odd ({4, 1, 2}), even ({8, 1, 4, 2});
    CHECK (odd.inOrder () == std::vector<double> {4, 1, 2});
    CHECK (odd.median () == 2);
    CHECK (odd.smallest () == 1);
    CHECK (odd.largest () == 4);
    CHECK (odd.spreadRatio () == 1.5);
    CHECK (even.median () == 4);
    CHECK (even.quantile (0.5) == 2);
}

TEST_CASE ("statistics of no runs are 0", "[timing]")
{
    const RunValues none;
    for (const double value :
         {none.median (), none.smallest (), none.largest (), none.spreadRatio ()})
        CHECK (value == 0);
}

TEST_CASE ("the first error of a run ends the loop", "[timing]")
{
    int numCalls = 0;
    const auto runs = timedRuns ({1, 5},
                                 [&]
                                 {
                                     return secondsOf (
                                         [&]
                                         {
                                             ++numCalls;
                                             return numCalls < 3
                                                        ? Result<void> ()
                                                        : Error {ErrorCode::deviceLost, "lost", {}};
                                         });
                                 });
    REQUIRE_FALSE (runs);
    CHECK (runs.error ().message == "lost");
    CHECK (numCalls == 3);
}
