// Rows of several grids on one timeline.
#include "Standalone/App/Live/LiveRows.h"
#include "Tests/Engine/Overview/OverviewRuns.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{

/** Rows at the device's rate with a hop of `hopSamples`. */
LiveRows::Grid gridAt (int rateHz, double originSeconds)
{
    const auto spec = MelStream::streamable (presetNamed ("musical").spec, true);
    const auto geometry = geometryAt (spec, rateHz);
    REQUIRE (geometry);
    return {*geometry, originSeconds};
}

/** Rows [first, end) whose values are all `level` in dB. */
bool fill (LiveRows& rows, int part, const LiveRows::Grid& grid, std::int64_t first,
           std::int64_t end, float level)
{
    const auto width = static_cast<std::size_t> (grid.geometry.rowElements ());
    const std::vector<float> row (width, level);
    bool isNew = false;
    for (auto n = first; n < end; ++n)
        isNew = rows.append (part, grid, n, 1, row.data ()) || isNew;
    return isNew;
}

struct Read
{
    RowPresence presence;
    float level;
};

/** The loudest band of the row at this time. */
Read levelAt (const LiveRows& rows, double seconds)
{
    const auto row = static_cast<std::int64_t> (
        std::llround ((seconds - rows.firstRowSeconds ()) * rows.rowsPerSecond ()));
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    const auto presence = rows.maximum (row, row + 1, levels);
    return {presence, *std::ranges::max_element (levels)};
}

} // namespace

TEST_CASE ("parts of several grids show at their own times", "[app][live]")
{
    LiveRows rows;
    CHECK (rows.isEmpty ());
    const auto first = gridAt (48000, 0), second = gridAt (44100, 20.003);
    CHECK (fill (rows, 0, first, 0, 400, -20));
    CHECK_FALSE (fill (rows, 0, first, 400, 401, -20));
    const double firstEnd = 400 / rows.rowsPerSecond ();
    const auto revision = rows.revision ();
    const BandLevels levels (first.geometry, makeMelBank (first.geometry));
    const BandLevels secondLevels (second.geometry, makeMelBank (second.geometry));
    const float early = levels.decibels (-20), late = secondLevels.decibels (-40);
    REQUIRE (early != late);
    CHECK (levelAt (rows, 1).level == early);

    CHECK (fill (rows, 1, second, 0, 300, -40));
    CHECK (rows.revision () != revision);
    CHECK (rows.geometry ().rateHz == 44100);
    CHECK (rows.firstRow () >= 0);
    const auto atOne = levelAt (rows, 1);
    CHECK (atOne.presence == RowPresence::whole);
    CHECK (atOne.level == early);
    CHECK (levelAt (rows, firstEnd - 0.1).level == early);
    CHECK (levelAt (rows, firstEnd + 0.1).presence == RowPresence::missing);
    CHECK (levelAt (rows, 20.2).level == late);
    CHECK (rows.endRow () == Approx (static_cast<double> (rows.firstRow ()) +
                                     (20.003 + 300 / rows.rowsPerSecond ()) * rows.rowsPerSecond ())
                                 .margin (2));
    std::vector<float> all (static_cast<std::size_t> (rows.geometry ().numBands));
    CHECK (rows.maximum (rows.firstRow (), rows.endRow (), all) == RowPresence::sampled);
    CHECK (*std::ranges::max_element (all) == early);
}

TEST_CASE ("where parts overlap the earlier part shows", "[app][live]")
{
    LiveRows rows;
    const auto live = gridAt (48000, 1), computed = gridAt (48000, 0);
    CHECK (fill (rows, 7, live, 0, 300, -40));
    const double perRow = 1 / rows.rowsPerSecond ();
    const auto numRows = static_cast<std::int64_t> (1.5 / perRow);
    CHECK (fill (rows, -1, computed, 0, numRows, -20)); // before it, so that numbers change
    const BandLevels levels (live.geometry, makeMelBank (live.geometry));
    CHECK (levelAt (rows, 0.5).level == levels.decibels (-20));
    CHECK (levelAt (rows, 1.3).level == levels.decibels (-20));
    CHECK (levelAt (rows, 1.7).level == levels.decibels (-40));
    std::vector<float> all (static_cast<std::size_t> (rows.geometry ().numBands));
    CHECK (rows.maximum (rows.firstRow () + 1, rows.endRow (), all) == RowPresence::whole);
}

TEST_CASE ("the oldest rows go, then the oldest part", "[app][live]")
{
    LiveRows rows;
    const auto first = gridAt (48000, 0), second = gridAt (48000, 30);
    fill (rows, 0, first, 0, 300, -20);
    fill (rows, 1, second, 0, 300, -40);
    double begin = rows.beginSeconds ();
    int numDrops = 0;
    for (auto bytes = rows.memoryBytes (); rows.dropOldest (); bytes = rows.memoryBytes ())
    {
        CHECK (rows.memoryBytes () < bytes);
        CHECK (rows.beginSeconds () > begin);
        begin = rows.beginSeconds ();
        ++numDrops;
    }
    CHECK (numDrops > 5);
    CHECK (rows.beginSeconds () > 30);
    CHECK (levelAt (rows, 1).presence == RowPresence::missing);
    CHECK_FALSE (rows.isEmpty ());
}

} // namespace melstrom::testing
