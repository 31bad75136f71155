// Sums of columns and facts of int16 samples against plain loops.
#include "Engine/Core/Half.h"
#include "Engine/Dsp/Statistics/ColumnSums.h"
#include "Engine/Dsp/Statistics/Int16Blocks.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <hwy/highway.h>
#include <limits>
#include <random>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** The kernels take these instruction sets from now on; 0: those of the machine. */
void takeTargets (std::int64_t targets)
{
    hwy::SetSupportedTargetsForTest (targets);
    hwy::GetChosenTarget ().DeInit ();
}

struct Summed
{
    explicit Summed (const StoredTable& table)
        : sums (table.numColumns + 1, 7), squares (sums), least (table.numColumns + 1, 7),
          number (table.numColumns + 1, 7)
    {
        sumColumns (table, {sums.data (), squares.data (), least.data (), number.data ()});
        for (const double behind :
             {sums.back (), squares.back (), static_cast<double> (least.back ()),
              static_cast<double> (number.back ())})
            CHECK (behind == 7);
    }
    std::vector<double> sums, squares;
    std::vector<float> least;
    std::vector<std::int32_t> number;
};

/** values: (rows, columns), exact in the table. */
void check (const StoredTable& table, const std::vector<float>& values)
{
    CAPTURE (table.numColumns, table.numRows, table.isHalf);
    const Summed summed (table);
    bool isEqual = true;
    for (std::size_t column = 0; column < table.numColumns; ++column)
    {
        double sum = 0, squares = 0;
        std::vector<float> of;
        for (std::int64_t row = 0; row < table.numRows; ++row)
        {
            of.push_back (values[static_cast<std::size_t> (row) * table.numColumns + column]);
            sum += static_cast<double> (of.back ());
            squares += static_cast<double> (of.back ()) * static_cast<double> (of.back ());
        }
        const float least =
            of.empty () ? std::numeric_limits<float>::infinity () : *std::ranges::min_element (of);
        isEqual = isEqual && summed.sums[column] == sum && summed.squares[column] == squares &&
                  summed.least[column] == least &&
                  summed.number[column] == std::ranges::count (of, least);
    }
    CHECK (isEqual);
}
} // namespace

TEST_CASE ("sums of columns are those of a plain loop, bit for bit", "[statistics]")
{
    const std::int64_t target = GENERATE (std::int64_t {HWY_SSSE3}, HWY_AVX2, HWY_AVX3);
    takeTargets (0);
    if ((hwy::SupportedTargets () & target) == 0)
        return skipTest (std::string ("this processor has no ") + hwy::TargetName (target));
    takeTargets (target);
    std::mt19937 random (11);
    std::normal_distribution<float> normal (-40, 20);
    for (const std::size_t numColumns : {1, 2, 3, 5, 7, 8, 9, 13, 15, 16, 32, 37, 80, 928})
        for (const std::int64_t numRows : {0, 1, 2, 7, 100})
        {
            std::vector<float> values (numColumns * static_cast<std::size_t> (numRows));
            for (float& value : values)
                value = std::max (-50.0f, normal (random)); // a floor that is hit often
            check ({values.data (), false, numRows, numColumns}, values);
            std::vector<std::uint16_t> halves;
            for (float& value : values)
            {
                halves.push_back (toHalf (value));
                value = fromHalf (halves.back ());
            }
            check ({halves.data (), true, numRows, numColumns}, values);
        }
    takeTargets (0);
}

TEST_CASE ("every half is summed as the number it is", "[statistics]")
{
    std::vector<std::uint16_t> halves;
    std::vector<float> values;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
        if (const float value = fromHalf (static_cast<std::uint16_t> (bits)); std::isfinite (value))
        {
            halves.push_back (static_cast<std::uint16_t> (bits));
            values.push_back (value);
        }
    REQUIRE (halves.size () == 63'488);
    check ({halves.data (), true, 1, halves.size ()}, values);
    check ({halves.data (), true, 63'488 / 32, 32}, values);
}

TEST_CASE ("both zeros are one smallest value", "[statistics]")
{
    const std::vector<float> values {0.0f, -0.0f, 0.0f, 1.0f};
    check ({values.data (), false, 4, 1}, values);
    std::vector<float> wide;
    for (const float value : values)
        wide.insert (wide.end (), 32, value);
    check ({wide.data (), false, 4, 32}, wide);
    CHECK (Summed ({wide.data (), false, 4, 32}).number[31] == 3);
}

TEST_CASE ("a column with a value that is not finite shows it", "[statistics]")
{
    for (const float bad :
         {std::numeric_limits<float>::infinity (), -std::numeric_limits<float>::infinity (),
          std::numeric_limits<float>::quiet_NaN ()})
        for (const std::size_t numColumns : {std::size_t {2}, std::size_t {33}})
        {
            std::vector<float> values (3 * numColumns, std::numeric_limits<float>::max ());
            const StoredTable table {values.data (), false, 3, numColumns};
            CHECK (std::isfinite (Summed (table).squares[1]));
            values[numColumns + 1] = bad;
            const Summed summed (table);
            CHECK_FALSE (std::isfinite (summed.sums[1] + summed.squares[1]));
            CHECK (std::isfinite (summed.sums[0]));
        }
}

TEST_CASE ("totals of int16 samples are exact", "[statistics]")
{
    std::mt19937 random (5);
    for (const std::size_t count : {0, 1, 15, 16, 17, 100, 1'000'003})
    {
        CAPTURE (count);
        std::vector<std::int16_t> samples (count);
        for (auto& sample : samples)
            sample = static_cast<std::int16_t> (random ());
        std::int64_t sum = 0;
        for (const auto sample : samples)
            sum += sample;
        const auto totals = int16Totals (samples.data (), count);
        CHECK (totals.sum == sum);
        CHECK (totals.least == (count == 0 ? 0 : *std::ranges::min_element (samples)));
        CHECK (totals.most == (count == 0 ? 0 : *std::ranges::max_element (samples)));
    }
    const std::vector<std::int16_t> lowest (1'000'000, -32768);
    CHECK (int16Totals (lowest.data (), lowest.size ()).sum == -32'768'000'000);
}

TEST_CASE ("quiet blocks are counted exactly", "[statistics]")
{
    std::mt19937 random (6);
    for (const std::size_t blockSamples : {1, 5, 8, 31, 32, 81, 960, 1920, 7680})
    {
        CAPTURE (blockSamples);
        constexpr std::size_t numBlocks = 40;
        std::vector<std::int16_t> samples (blockSamples * numBlocks);
        for (std::size_t i = 0; i < samples.size (); ++i) // some blocks near the limit
            samples[i] = static_cast<std::int16_t> (static_cast<int> (random () % 67) - 33 +
                                                    static_cast<int> (i / blockSamples % 4) * 9);
        samples[2 * blockSamples] = -32768;
        samples.back () = 32767;
        for (const double mean : {0.5, 300.0, 400.0, 1073.74})
        {
            const double limit = mean * static_cast<double> (blockSamples);
            std::size_t quiet = 0;
            for (std::size_t block = 0; block < numBlocks; ++block)
            {
                std::int64_t power = 0;
                for (std::size_t i = 0; i < blockSamples; ++i)
                    power += std::int64_t {samples[block * blockSamples + i]} *
                             samples[block * blockSamples + i];
                quiet += static_cast<double> (power) < limit ? 1 : 0;
            }
            CHECK (numQuietBlocks ({samples.data (), blockSamples, numBlocks}, limit) == quiet);
        }
    }
}
