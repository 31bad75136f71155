// Quantiles of sorted values, at ranks and between ranks.
#include "Engine/Core/Quantile.h"
#include "Tests/Support/Catch.h"

#include <array>
#include <vector>

using namespace melstrom;

TEST_CASE ("a quantile is one of the values and the ends are the extremes", "[quantile]")
{
    const std::vector<double> sorted {1, 2, 4, 8, 16};
    for (const auto between : {BetweenRanks::lower, BetweenRanks::upper})
    {
        CHECK (quantileOf<double> (sorted, 0, between) == 1);
        CHECK (quantileOf<double> (sorted, 0.25, between) == 2);
        CHECK (quantileOf<double> (sorted, 0.5, between) == 4);
        CHECK (quantileOf<double> (sorted, 1, between) == 16);
    }
    CHECK (quantileOf<double> (sorted, 0.6) == 4);
    CHECK (quantileOf<double> (sorted, 0.6, BetweenRanks::upper) == 8);
}

TEST_CASE ("the median of an even number is the lower or the upper neighbour", "[quantile]")
{
    constexpr std::array sorted {-3.0f, 5.0f};
    CHECK (quantileOf<float> (sorted, 0.5) == -3);
    CHECK (quantileOf<float> (sorted, 0.5, BetweenRanks::upper) == 5);
}

TEST_CASE ("one value is all of its quantiles", "[quantile]")
{
    constexpr std::array only {7};
    for (const double share : {0.0, 0.5, 0.999, 1.0})
        CHECK (quantileOf<int> (only, share, BetweenRanks::upper) == 7);
}
