// Statistics of rows: against plain sums, in any pieces, on threads; the bytes of statistics.bin.
#include "Engine/Batch/Statistics/RunStatistics.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace melstrom;

namespace
{
constexpr RowShape kShape {5, 3, false};
constexpr auto kRowValues = static_cast<std::size_t> (5 * 3);

struct File
{
    FileOfRows file;
    std::vector<float> values;

    const std::byte* row (std::int64_t index) const
    {
        return reinterpret_cast<const std::byte*> (values.data () +
                                                   static_cast<std::size_t> (index) * kRowValues);
    }
    RowsPiece piece (std::int64_t first, std::int64_t count) const
    {
        return {first, count,
                crc32c (0, row (first), static_cast<std::size_t> (count * kShape.bytes ()))};
    }
};

std::vector<File> makeFiles (const std::vector<std::int64_t>& numRows)
{
    std::mt19937 random (17);
    std::normal_distribution<float> normal (-30, 20);
    std::vector<File> files;
    for (std::size_t i = 0; i < numRows.size (); ++i)
    {
        File& file = files.emplace_back ();
        file.file = {static_cast<std::int32_t> (i), static_cast<int> (i % 2), numRows[i],
                     random ()};
        for (std::size_t value = 0; value < static_cast<std::size_t> (numRows[i]) * kRowValues;
             ++value)
            file.values.push_back (std::max (-45.0f, normal (random)));
    }
    return files;
}

std::int64_t numRowsOf (const std::vector<File>& files)
{
    std::int64_t numRows = 0;
    for (const File& file : files)
        numRows += file.file.numRows;
    return numRows;
}

bool all (std::int32_t)
{
    return true;
}

DatasetStatistics wholeFiles (const std::vector<File>& files)
{
    RunStatistics run (kShape, files.size (), numRowsOf (files));
    for (const File& file : files)
        run.addRows (file.file, file.piece (0, file.file.numRows), file.row (0));
    return run.result (all);
}

std::string bytesOf (const DatasetStatistics& statistics)
{
    std::string bytes;
    REQUIRE (writeStatistics (
        [&bytes] (std::string_view piece) -> Result<void>
        {
            bytes += piece;
            return {};
        },
        statistics));
    return bytes;
}
} // namespace

TEST_CASE ("statistics of rows are those of plain sums", "[statistics]")
{
    const auto files = makeFiles ({700, 1, 4000, 0, 11'000, 40});
    const auto statistics = wholeFiles (files);
    REQUIRE (stretchRows (kShape) > 4000); // and below 11,000
    for (std::size_t split = 0; split < 2; ++split)
    {
        const RowTotals& totals = *statistics.splits[split];
        REQUIRE (totals.whole);
        for (std::size_t band = 0; band < 5; ++band)
        {
            std::vector<double> values;
            for (const File& file : files)
                if (file.file.split == static_cast<int> (split))
                    for (std::size_t i = 0; i < file.values.size (); ++i)
                        if (i % kRowValues / 3 == band)
                            values.push_back (static_cast<double> (file.values[i]));
            long double sum = 0, squares = 0;
            for (const double value : values)
            {
                sum += static_cast<long double> (value);
                squares += static_cast<long double> (value) * static_cast<long double> (value);
            }
            CHECK (totals.bands[band].sum.value () ==
                   Approx (static_cast<double> (sum)).epsilon (1e-13));
            CHECK (totals.bands[band].squares.value () ==
                   Approx (static_cast<double> (squares)).epsilon (1e-13));
            std::ranges::sort (values);
            const double median = values[(values.size () - 1) / 2];
            CHECK (std::fabs (
                       static_cast<double> (totals.whole->quantile (static_cast<int> (band), 0.5)) -
                       median) <= std::fabs (median) / 500);
        }
    }
    for (const File& file : files)
    {
        const auto least = std::ranges::min_element (file.values);
        CHECK (statistics.files[static_cast<std::size_t> (file.file.index)].numOnFloor ==
               (file.values.empty () ? 0 : std::ranges::count (file.values, *least)));
    }
    CHECK_FALSE (statistics.splits[2]);
}

TEST_CASE ("every 128th row of a file is counted for quantiles of a large dataset", "[statistics]")
{
    auto files = makeFiles ({20'000, 5});
    files[0].file.nameHash = 165; // rows 91, 219, ...
    files[1].file.nameHash = 126; // row 2
    for (File& file : files)
        for (std::size_t i = 0; i < file.values.size (); ++i)
            file.values[i] = static_cast<float> (i / kRowValues); // the row
    const auto statistics = wholeFiles (files);
    CHECK_FALSE (statistics.splits[0]->whole);
    std::vector<std::uint64_t> counts (kNumBandCells), expected (kNumBandCells);
    for (int row = 91; row < 20'000; row += 128)
        expected[static_cast<std::size_t> (bandCellOf (static_cast<float> (row)))] += 3;
    statistics.splits[0]->counted.forEach (
        [&] (int band, int cell, std::uint64_t count)
        { counts[static_cast<std::size_t> (cell)] += band == 4 ? count : 0; });
    CHECK (counts == expected);
    CHECK (statistics.splits[1]->counted.quantile (0, 0) == bandCellValue (bandCellOf (2)));
}

TEST_CASE ("pieces, their order and threads do not change statistics", "[statistics]")
{
    const auto files = makeFiles ({700, 1, 9000, 13'000, 40, 4369, 4370});
    const auto expected = wholeFiles (files);
    std::mt19937 random (2);
    for (int round = 0; round < 12; ++round)
    {
        struct Part
        {
            const File* file;
            RowsPiece piece;
        };
        std::vector<Part> parts;
        for (const File& file : files)
            for (std::int64_t row = 0; row < file.file.numRows;)
            {
                const auto most = static_cast<std::int64_t> (random () % (round < 6 ? 9000 : 300));
                const auto count = std::min (most + 1, file.file.numRows - row);
                parts.push_back ({&file, file.piece (row, count)});
                row += count;
            }
        std::shuffle (parts.begin (), parts.end (), random);
        RunStatistics run (kShape, files.size (), numRowsOf (files));
        parallelFor (static_cast<std::int64_t> (parts.size ()), round % 4 + 1,
                     [&] (std::int64_t i)
                     {
                         const Part& part = parts[static_cast<std::size_t> (i)];
                         run.addRows (part.file->file, part.piece,
                                      part.file->row (part.piece.firstRow));
                     });
        CHECK (run.result (all) == expected);
        CHECK (bytesOf (run.result (all)) == bytesOf (expected));
    }
}

TEST_CASE ("a file that fails late leaves no trace", "[statistics]")
{
    const auto files = makeFiles ({700, 9000, 13'000});
    RunStatistics without (kShape, files.size (), numRowsOf (files));
    RunStatistics run (kShape, files.size (), numRowsOf (files));
    for (const std::size_t i : {0u, 1u})
        for (RunStatistics* to : {&without, &run})
            to->addRows (files[i].file, files[i].piece (0, files[i].file.numRows),
                         files[i].row (0));
    const File& bad = files[2];
    for (const auto& [first, count] : {std::pair {4000, 600}, {9000, 10}, {0, 4000}, {8000, 1000}})
        run.addRows (bad.file, bad.piece (first, count), bad.row (first));
    bool isDamaged = true;
    const auto read = [&] (std::int64_t first, std::int64_t count, std::byte* to) -> Result<void>
    {
        std::memcpy (to, bad.row (first), static_cast<std::size_t> (count * kShape.bytes ()));
        to[0] ^= isDamaged ? std::byte {1} : std::byte {0};
        return {};
    };
    SECTION ("rows that changed on the disk are refused")
    {
        const auto removed = run.removeRows (bad.file, read);
        REQUIRE_FALSE (removed);
        CHECK (removed.error ().code == ErrorCode::writeFailed);
    }
    SECTION ("its rows are taken back")
    {
        isDamaged = false;
        REQUIRE (run.removeRows (bad.file, read));
        const auto isIn = [] (std::int32_t file) { return file != 2; };
        CHECK (run.result (isIn) == without.result (isIn));
        CHECK (run.removeRows (bad.file, read)); // nothing is left
    }
}

TEST_CASE ("values that are not finite are in no statistic", "[statistics]")
{
    auto files = makeFiles ({50});
    const auto clean = wholeFiles (files);
    File longer = files[0];
    longer.file.numRows = 51;
    longer.values.insert (longer.values.end (), kRowValues,
                          std::numeric_limits<float>::infinity ());
    longer.values.back () = std::numeric_limits<float>::quiet_NaN ();
    const auto statistics = wholeFiles ({longer});
    const RowTotals& totals = *statistics.splits[0];
    CHECK (totals.numRows == 51);
    CHECK (totals.bands[0].numNonFinite == 3);
    // each value is a term of its own here, so only the last bits may differ
    CHECK (totals.bands[2].sum.value () ==
           Approx (clean.splits[0]->bands[2].sum.value ()).epsilon (1e-14));
    CHECK (*totals.whole == *clean.splits[0]->whole);
    CHECK (statistics.files[0].numOnFloor == clean.files[0].numOnFloor);
}

TEST_CASE ("statistics of parts add up to those of the whole", "[statistics]")
{
    for (const std::int64_t longest : {std::int64_t {9000}, std::int64_t {30'000}})
    {
        const auto files = makeFiles ({700, 1, longest, 40, 3000});
        const auto whole = wholeFiles (files);
        RunStatistics sum (kShape, files.size (), numRowsOf (files));
        for (const auto& [first, end] : {std::pair {0, 2}, {2, 3}, {3, 5}})
        {
            std::vector<File> part (files.begin () + first, files.begin () + end);
            for (File& file : part)
                file.file.index -= first;
            auto statistics = parseStatistics (bytesOf (wholeFiles (part)));
            REQUIRE (statistics);
            sum.add (*statistics, static_cast<std::size_t> (first));
        }
        CHECK (bytesOf (sum.result (all)) == bytesOf (whole));
    }
}

TEST_CASE ("statistics.bin is read as it was written, or refused", "[statistics]")
{
    const auto files = makeFiles ({70, 1, 20});
    RunStatistics run (kShape, files.size (), numRowsOf (files));
    for (const File& file : files)
        run.addRows (file.file, file.piece (0, file.file.numRows), file.row (0));
    run.setSound (1, {0.5f, -0.25f, 0.125f, 12});
    CHECK_FALSE (run.claimSound (1));
    CHECK (run.claimSound (2));
    const auto statistics = run.result ([] (std::int32_t file) { return file != 0; });
    CHECK (statistics.files[0] == FileStatistics ());
    CHECK (statistics.files[1].sound == SoundRecord {0.5f, -0.25f, 0.125f, 12});
    const std::string bytes = bytesOf (statistics);
    const auto read = parseStatistics (bytes);
    REQUIRE (read);
    CHECK (*read == statistics);
    for (std::size_t length = 0; length < bytes.size (); ++length)
        if (parseStatistics (std::string_view (bytes).substr (0, length)))
            FAIL ("a prefix was accepted: " << length);
    std::string damaged = bytes;
    for (std::size_t i = 0; i < bytes.size (); i += 7)
    {
        damaged[i] = static_cast<char> (damaged[i] ^ 4);
        if (parseStatistics (damaged))
            FAIL ("a changed byte was accepted: " << i);
        damaged[i] = bytes[i];
    }
}

TEST_CASE ("a statistics.bin that Python wrote is read as what it says", "[statistics]")
{
    const std::string folder = testing::testDataFolder () + "/Fuzz/Corpus/statistics/";
    const auto whole = parseStatistics (testing::bytesOfFile (folder + "whole.bin"));
    REQUIRE (whole);
    REQUIRE (whole->files.size () == 3);
    CHECK (whole->files[0].sound == SoundRecord {0.5f, 0.001f, 0.25f, 0});
    CHECK_FALSE (whole->files[1].sound);
    CHECK (whole->files[2].numOnFloor == 2);
    CHECK (whole->files[2].sound == SoundRecord {1, -0.01f, 0, 12});
    REQUIRE (whole->splits[0]);
    CHECK_FALSE (whole->splits[1]);
    const RowTotals& rows = *whole->splits[0]; // -1, 0.5 and 0.5; three times 2
    CHECK (rows.numRows == 3);
    CHECK (rows.bands[0].sum.value () == 0);
    CHECK (rows.bands[0].squares.value () == 1.5);
    CHECK (rows.bands[1].sum.value () == 6);
    CHECK (rows.bands[1].squares.value () == 12);
    REQUIRE (rows.whole);
    CHECK (rows.whole->quantile (0, 0) == Approx (-1).epsilon (1.0 / 256));
    CHECK (rows.whole->quantile (0, 0.5) == Approx (0.5).epsilon (1.0 / 256));
    CHECK (rows.whole->quantile (1, 1) == Approx (2).epsilon (1.0 / 256));
    CHECK (rows.counted.quantile (0, 0.5) == 0); // no row of band 0 is counted
    const auto splits = parseStatistics (testing::bytesOfFile (folder + "splits.bin"));
    REQUIRE (splits);
    CHECK (splits->framesPerRow == 3);
    CHECK_FALSE (splits->splits[0]->whole);
    const RowTotals& last = *splits->splits[2];
    CHECK (last.numRows == std::int64_t {1} << 40);
    CHECK (last.bands[0].sum.value () == -1);
    CHECK (last.bands[1].sum.value () == 7.25);
    CHECK (last.bands[1].squares.value () == std::ldexp (1, 40));
    std::uint64_t lowest = 0;
    last.counted.forEach ([&lowest] (int band, int cell, std::uint64_t count)
                          { lowest += band == 1 && cell == 0 ? count : 0; });
    CHECK (lowest == std::uint64_t {1} << 33);
}
