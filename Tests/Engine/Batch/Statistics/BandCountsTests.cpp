// Cells and quantiles of features.
#include "Engine/Batch/Statistics/BandCounts.h"
#include "Engine/Core/Half.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
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

TEST_CASE ("cells of many values are those of each", "[statistics]")
{
    std::mt19937 random (12);
    std::vector<float> values;
    std::vector<std::uint16_t> halves;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) // every half, and any float
    {
        halves.push_back (static_cast<std::uint16_t> (bits));
        values.push_back (std::bit_cast<float> (static_cast<std::uint32_t> (random ())));
    }
    values[5] = std::numeric_limits<float>::infinity ();
    values[6] = -values[5];
    values[7] = std::numeric_limits<float>::quiet_NaN ();
    const auto expected = [] (float value)
    { return std::isfinite (value) ? bandCellOf (value) : int {kNoBandCell}; };
    for (const std::size_t count : {1, 3, 8, 16, 37, 80, 0x10000})
    {
        CAPTURE (count);
        std::vector<std::int16_t> ofFloats (count + 1, 77), ofHalves (count + 1, 77);
        bandCells (values.data () + 1, false, count - 1, ofFloats.data ()); // not aligned
        bandCells (halves.data () + 1, true, count - 1, ofHalves.data ());
        bool isEqual = ofFloats[count - 1] == 77 && ofHalves[count - 1] == 77;
        for (std::size_t i = 0; i + 1 < count; ++i)
            isEqual = isEqual && ofFloats[i] == expected (values[i + 1]) &&
                      ofHalves[i] == expected (fromHalf (halves[i + 1]));
        CHECK (isEqual);
    }
}
