// Cells and quantiles of features.
#include "Engine/Batch/Statistics/BandCounts.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace melstrom;

TEST_CASE ("cells are in the order of their values and near them", "[statistics]")
{
    int last = -1;
    for (double magnitude = 100'000; magnitude > 2e-5; magnitude *= 0.9973)
    {
        const auto value = static_cast<float> (-magnitude);
        const int cell = bandCellOf (value);
        CHECK (cell >= last);
        last = cell;
        CHECK (std::fabs (bandCellValue (cell) / value - 1) <= 1.0f / 512);
        CHECK (bandCellOf (-value) == kNumBandCells - 1 - cell);
    }
    CHECK (last < kBandCellsOfSide);
    CHECK (bandCellOf (0.0f) == kBandCellsOfSide);
    CHECK (bandCellOf (-0.0f) == kBandCellsOfSide);
    CHECK (bandCellOf (1e-20f) == kBandCellsOfSide);
    CHECK (bandCellOf (1e30f) == kNumBandCells - 1);
    CHECK (bandCellOf (-1e30f) == 0);
    CHECK (bandCellValue (kBandCellsOfSide) == 0);
}

TEST_CASE ("quantiles are those of the sorted values, to a cell", "[statistics]")
{
    std::mt19937 random (7);
    std::normal_distribution<float> normal (-40, 20);
    std::vector<float> values;
    BandCounts counts (2), part (2);
    for (int i = 0; i < 10'000; ++i)
    {
        values.push_back (normal (random));
        (i % 3 == 0 ? counts : part).count (1, values.back ());
    }
    counts.add (part);
    std::ranges::sort (values);
    for (const double share : {0.0, 0.01, 0.25, 0.5, 0.75, 0.99, 1.0})
    {
        const float exact = values[static_cast<std::size_t> (share * 9999)];
        CHECK (std::fabs (counts.quantile (1, share) - exact) <= std::fabs (exact) / 500 + 2e-5f);
    }
    CHECK (counts.quantile (0, 0.5) == 0);
}
