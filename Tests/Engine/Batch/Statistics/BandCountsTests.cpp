// Cells and quantiles of features.
#include "Engine/Batch/Statistics/BandCounts.h"
#include "Engine/Core/Half.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <array>
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

TEST_CASE ("counts have 64 bits, and can be taken back in any order", "[statistics]")
{
    constexpr std::uint64_t many = 0xffffffff, once = 1;
    constexpr int cell = 9000;
    const std::vector<std::int16_t> cells {cell, cell, kNoBandCell, cell, 3};
    const auto countOf = [] (const BandCounts& counts)
    {
        std::vector<std::array<std::uint64_t, 3>> all;
        counts.forEach (
            [&all] (int band, int at, std::uint64_t count) {
                all.push_back (
                    {static_cast<std::uint64_t> (band), static_cast<std::uint64_t> (at), count});
            });
        return all;
    };
    using All = std::vector<std::array<std::uint64_t, 3>>;
    BandCounts counts (3), empty (3), taken (3);
    counts.countCell (1, cell, many);
    counts.countCells (1, cells.data (), 1, 5, 5, once);
    CHECK (countOf (counts) == All {{1, 3, 1}, {1, cell, many + 3}});
    counts.add (counts);
    CHECK (countOf (counts) == All {{1, 3, 2}, {1, cell, 2 * many + 6}});
    for (int i = 0; i < 9; ++i)
        counts.countCells (1, cells.data (), 5, 1, 1, -once); // takes 3 back before they came, too
    counts.countCell (1, 3, 7);
    CHECK (countOf (counts) == All {{1, cell, 2 * many + 6 - 27}});
    counts.countCell (1, cell, -(2 * many + 6 - 27));
    CHECK (countOf (counts).empty ());
    CHECK (counts == empty);
    taken.countCells (2, cells.data (), 1, 1, 1, -once); // below 0
    CHECK_FALSE (taken == empty);
    empty.countCell (2, cell, 2 * once);
    taken.add (empty);
    CHECK (countOf (taken) == All {{2, cell, 1}});
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
