// Frames of screens of several rates.
#include "Standalone/App/Window/FramePace.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <utility>

using namespace melstrom;

namespace
{
/** Frames drawn in 10 s; each tick is up to jitterSeconds late, by turns. */
int framesAt (double rateHz, double jitterSeconds)
{
    FramePace pace;
    int numDrawn = 0;
    for (int tick = 0; tick < static_cast<int> (10 * rateHz); ++tick)
        numDrawn += pace.isDue (100 + tick / rateHz + (tick % 2) * jitterSeconds) ? 1 : 0;
    return numDrawn;
}
} // namespace

TEST_CASE ("a screen of 60 Hz or less draws each of its frames", "[app][pace]")
{
    CHECK (framesAt (60, 0) == 600);
    CHECK (framesAt (59.94, 0) == 599);
    CHECK (framesAt (60, 0.0025) == 600);
    CHECK (framesAt (30, 0.002) == 300);
}

TEST_CASE ("a faster screen draws about 60 frames a second", "[app][pace]")
{
    for (const double rateHz : {75.0, 100.0, 120.0, 144.0, 240.0})
        CHECK (std::abs (framesAt (rateHz, 0) - 600) <= 6);
}

TEST_CASE ("a frame without anything new is made up at the next tick", "[app][pace]")
{
    FramePace pace;
    int numNew = 0;
    // at 100 Hz, with a column each 11 ms: some ticks have none
    for (int tick = 0, column = 0; tick < 1000; ++tick)
    {
        const int now = tick * 10 / 11;
        if (! pace.isDue (100 + tick / 100.0))
            continue;
        if (now == std::exchange (column, now))
            pace.giveBack ();
        else
            ++numNew;
    }
    CHECK (std::abs (numNew - 600) <= 6);
}

TEST_CASE ("after a pause the next frame is drawn at once, and none is caught up", "[app][pace]")
{
    FramePace pace;
    CHECK (pace.isDue (100));
    CHECK (pace.isDue (105));
    int numDrawn = 0;
    for (int tick = 1; tick <= 100; ++tick)
        numDrawn += pace.isDue (105 + tick / 1000.0) ? 1 : 0;
    CHECK (numDrawn <= 8);
}
