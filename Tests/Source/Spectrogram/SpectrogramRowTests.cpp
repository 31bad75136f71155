// From rows to columns: which rows are stored, and which rows belong to a column.
#include "Source/Spectrogram/RowHistory.h"
#include "Source/Spectrogram/TimeAxis.h"
#include "Tests/Support/Catch.h"

#include <algorithm>

using namespace melstrom;

namespace
{

/** Row r is (r, -r). */
std::vector<float> rowsFrom (std::int64_t first, int numRows)
{
    std::vector<float> values;
    for (int n = 0; n < numRows; ++n)
    {
        values.push_back (static_cast<float> (first + n));
        values.push_back (static_cast<float> (-first - n));
    }
    return values;
}

void give (RowHistory& history, std::int64_t first, int numRows)
{
    history.append (first, numRows, rowsFrom (first, numRows).data ());
}

bool has (const RowHistory& history, std::int64_t row)
{
    const auto values = history.row (row);
    if (values.empty ())
        return false;
    REQUIRE (values.size () == 2);
    CHECK (values[0] == static_cast<float> (row));
    CHECK (values[1] == static_cast<float> (-row));
    return true;
}

} // namespace

TEST_CASE ("the last rows are kept by their number", "[spectrogram]")
{
    RowHistory history (2, 10);
    CHECK_FALSE (has (history, 0));
    give (history, 0, 7);
    give (history, 7, 6);
    CHECK (history.endRow () == 13);
    for (std::int64_t row = -3; row < 20; ++row)
        CHECK (has (history, row) == (row >= 3 && row < 13));
}

TEST_CASE ("rows that never came are missing and not those of before", "[spectrogram]")
{
    RowHistory history (2, 10);
    give (history, 0, 10);
    give (history, 14, 2);
    for (std::int64_t row = 0; row < 18; ++row)
        CHECK (has (history, row) == ((row >= 6 && row < 10) || row == 14 || row == 15));
    give (history, 1000000, 1);
    for (std::int64_t row = 999980; row < 1000002; ++row)
        CHECK (has (history, row) == (row == 1000000));
}

TEST_CASE ("of more rows than have room the last are kept", "[spectrogram]")
{
    RowHistory history (2, 10);
    give (history, 5, 57);
    for (std::int64_t row = 0; row < 70; ++row)
        CHECK (has (history, row) == (row >= 52 && row < 62));
}

TEST_CASE ("rows that come again are let go", "[spectrogram]")
{
    RowHistory history (2, 10);
    give (history, 0, 8);
    const std::vector<float> others (8, 99);
    history.append (4, 4, others.data ());
    for (std::int64_t row = 0; row < 8; ++row)
        CHECK (has (history, row));
    CHECK (history.endRow () == 8);
}

TEST_CASE ("where rows come faster than columns each is in exactly one", "[spectrogram]")
{
    for (const double rowsPerSecond : {188.0, 375.0, 93.75, 1000.0})
        for (const int width : {97, 600, 1063})
        {
            const double span = 60;
            if (span * rowsPerSecond < width)
                continue;
            const TimeAxis axis (span, rowsPerSecond, width);
            std::int64_t next = axis.rowsOf (0).first;
            CHECK (next == 0);
            for (std::int64_t column = 0; column < 3000; ++column)
            {
                const auto rows = axis.rowsOf (column);
                REQUIRE (rows.first == next);
                REQUIRE (rows.last >= rows.first);
                next = rows.last + 1;
            }
        }
}

TEST_CASE ("where rows come slower each column has the one that lasts", "[spectrogram]")
{
    const TimeAxis axis (2, 100, 1000); // five columns a row
    for (std::int64_t column = 0; column < 100; ++column)
        CHECK (axis.rowsOf (column) == RowRange {column / 5, column / 5});
    CHECK (axis.endColumn (0) == 0);
    CHECK (axis.endColumn (1) == 5);
    CHECK (axis.endColumn (20) == 100);
}

TEST_CASE ("a column is drawn when its last row has come and never before", "[spectrogram]")
{
    for (const double span : {1.0, 3.7, 8.0, 60.0})
        for (const double rowsPerSecond : {31.25, 93.75, 187.5, 256.0})
        {
            const TimeAxis axis (span, rowsPerSecond, 1063);
            for (std::int64_t endRow = 0; endRow < 700; ++endRow)
            {
                const auto end = axis.endColumn (endRow);
                REQUIRE (axis.rowsOf (end).last >= endRow);
                if (end > 0)
                    REQUIRE (axis.rowsOf (end - 1).last < endRow);
            }
        }
}

TEST_CASE ("seconds count back from the right edge", "[spectrogram]")
{
    const TimeAxis axis (8, 187.5, 800);
    CHECK (axis.secondsAt (799) == Approx (-0.005));
    CHECK (axis.secondsAt (0) == Approx (-7.995));
    for (const double span : {1.0, 1.3, 8.0, 20.0, 60.0})
    {
        const auto ticks = TimeAxis (span, 187.5, 800).ticks (64);
        double before = -1;
        for (const auto& tick : ticks)
        {
            CHECK (tick.place >= 0);
            if (tick.label.empty ())
                continue;
            CHECK ((tick.place - before) * 800 >= 64 - 1e-6);
            before = tick.place;
            CHECK ((tick.place - 1) * span == Approx (std::stod (tick.label)).margin (1e-6));
        }
        CHECK (ticks.back ().place == 1);
        CHECK (ticks.back ().label == "0 s");
    }
}
