#include "Source/Timeline/Columns/ColumnGrid.h"
#include "Source/Timeline/TimelineMapping.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <random>

using namespace melstrom;

TEST_CASE ("zoom keeps the time at its place", "[timeline]")
{
    const TimeWindow window {100, 10};
    for (const double place : {0.0, 0.3, 1.0})
        for (const double factor : {0.01, 0.5, 3.0})
        {
            const auto zoomed = window.zoomed (factor, place);
            CHECK (zoomed.spanSeconds == Approx (10 * factor));
            CHECK (zoomed.secondsAt (place) == Approx (window.secondsAt (place)));
            CHECK (zoomed.placeOf (window.secondsAt (place)) == Approx (place).margin (1e-9));
        }
}

TEST_CASE ("a clamped window lies within the sound", "[timeline]")
{
    CHECK (TimeWindow {-5, 10}.clamped (0, 60, 0.1) == TimeWindow {0, 10});
    CHECK (TimeWindow {55, 10}.clamped (0, 60, 0.1) == TimeWindow {50, 10});
    CHECK (TimeWindow {20, 10}.clamped (0, 60, 0.1) == TimeWindow {20, 10});
    CHECK (TimeWindow {20, 500}.clamped (5, 60, 0.1) == TimeWindow {5, 55});
    CHECK (TimeWindow {20, 0.01}.clamped (0, 60, 0.1) == TimeWindow {20, 0.1});
    // a sound that is shorter than the shortest window
    CHECK (TimeWindow {3, 10}.clamped (2, 2.05, 0.1) == TimeWindow {2, 0.1});
}

TEST_CASE ("each item belongs to exactly one column that is slower", "[timeline]")
{
    std::mt19937 random (7);
    std::uniform_real_distribution<double> perColumn (1, 40), offset (-3, 3);
    for (int round = 0; round < 50; ++round)
    {
        const ColumnGrid grid (perColumn (random) / 100, 100, offset (random));
        for (std::int64_t column = -40; column < 40; ++column)
            CHECK (grid.itemsOf (column).end == grid.itemsOf (column + 1).first);
    }
}

TEST_CASE ("a column that is faster than items has the item at its beginning", "[timeline]")
{
    const ColumnGrid grid (0.1, 1, 0.25); // items last from 0.25, 1.25, ... on
    CHECK (grid.itemsOf (2) == IndexRange {-1, 0});
    CHECK (grid.itemsOf (3) == IndexRange {0, 1});
    CHECK (grid.itemsOf (12) == IndexRange {0, 1});
    CHECK (grid.itemsOf (13) == IndexRange {1, 2});
}

TEST_CASE ("the columns of items are those that have one of them", "[timeline]")
{
    for (const double perColumn : {0.13, 0.5, 1.0, 7.3})
    {
        const ColumnGrid grid (perColumn, 1, 0.37);
        for (const IndexRange items : {IndexRange {0, 1}, IndexRange {5, 17}, IndexRange {-9, -3}})
        {
            const auto columns = grid.columnsOf (items);
            for (std::int64_t column = -200; column < 400; ++column)
            {
                const bool isWanted = ! common (grid.itemsOf (column), items).isEmpty ();
                CHECK (isWanted == (column >= columns.first && column < columns.end));
            }
        }
    }
}

TEST_CASE ("times are seconds below a minute and clocks above", "[timeline]")
{
    CHECK (timeText (12.3454, 3) == "12.345 s");
    CHECK (timeText (59.9996, 3) == "1:00.000");
    CHECK (timeText (62.5, 1) == "1:02.5");
    CHECK (timeText (3723.25, 2) == "1:02:03.25");
    CHECK (timeText (-75, 0) == "-1:15");
    CHECK (timeText (119.9999, 2) == "2:00.00");
    CHECK (timeDecimals (0.5) == 3);
    CHECK (timeDecimals (0.00002) == 5);
}

TEST_CASE ("labels of times stand where they say and never touch", "[timeline]")
{
    constexpr double kPointsOfDigit = 7; // more than of the font's small text
    for (const double begin : {0.0, 0.01, 59.0, 3599.5, 80000.0, -4.0})
        for (double span = 0.0004; span < 90000; span *= 1.7)
            for (const int width : {200, 700, 1900})
            {
                INFO (begin << " " << span << " " << width);
                const TimeWindow window {begin, span};
                double before = -1e9;
                int numLabels = 0;
                for (const auto& tick : timeTicks (window, width))
                {
                    CHECK (tick.place >= 0);
                    CHECK (tick.place <= 1);
                    if (tick.label.empty ())
                        continue;
                    const double x = tick.place * width;
                    CHECK (x - before >= kPointsOfDigit * static_cast<double> (tick.label.size ()));
                    before = x;
                    ++numLabels;
                    // the label, read back
                    double read = 0;
                    std::string text = tick.label;
                    const bool isNegative = text.front () == '-';
                    for (std::size_t colon = 0; colon != std::string::npos;)
                    {
                        colon = text.find (':');
                        read = read * 60 + std::abs (std::stod (text));
                        text = colon == std::string::npos ? text : text.substr (colon + 1);
                    }
                    CHECK (std::abs ((isNegative ? -read : read) - window.secondsAt (tick.place)) <=
                           span * 1e-3 + 1e-6);
                }
                CHECK (numLabels <= width / 20);
                if (width >= 700)
                    CHECK (numLabels >= 2);
            }
}

TEST_CASE ("labels of samples are their numbers", "[timeline]")
{
    // sample n of a sound that begins at 2 s is at 2 s + n / 1000
    const auto ticks = sampleTicks ({2.0095, 0.05}, 700, 1000, 2);
    std::vector<std::string> labels;
    for (const auto& tick : ticks)
        if (! tick.label.empty ())
        {
            labels.push_back (tick.label);
            CHECK (2.0095 + tick.place * 0.05 ==
                   Approx (2 + std::stod (tick.label) / 1000).margin (1e-9));
        }
    CHECK (labels ==
           std::vector<std::string> {"10", "15", "20", "25", "30", "35", "40", "45", "50", "55"});
    // never between two samples
    for (const auto& tick : sampleTicks ({0, 0.004}, 1900, 1000, 0))
        CHECK (std::abs (tick.place * 4 - std::round (tick.place * 4)) < 1e-9);
}
