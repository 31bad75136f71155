// The live worker's forecast of submissions.
#include "Engine/Live/Worker/ArrivalForecast.h"
#include "Tests/Support/Catch.h"

#include <chrono>

using namespace melstrom;
using namespace std::chrono_literals;

namespace
{
using Clock = ArrivalForecast::Clock;
}

TEST_CASE ("arrivals at a steady pace are expected at that pace", "[live][forecast]")
{
    ArrivalForecast forecast;
    Clock::time_point time {1h};
    CHECK (forecast.watchAt (time).until == Clock::time_point::max ());
    forecast.arrived (time);
    CHECK (forecast.watchAt (time).until == time + ArrivalForecast::kLook);
    for (int i = 0; i < 20; ++i)
        forecast.arrived (time += 3ms);
    CHECK (forecast.period () == 3ms);
    const auto expected = time + 3ms;
    const auto asleep = forecast.watchAt (time + 1ms);
    CHECK_FALSE (asleep.spins);
    CHECK (asleep.until == expected - 200us);
    for (const auto at : {expected - 200us, expected, expected + 999us})
    {
        const auto awake = forecast.watchAt (at);
        CHECK (awake.spins);
        CHECK (awake.until == expected + 1ms);
    }
    const auto late = forecast.watchAt (expected + 1ms);
    CHECK_FALSE (late.spins);
    CHECK (late.until == expected + 1ms + ArrivalForecast::kLook);
    CHECK (forecast.watchAt (time + 50ms).until == Clock::time_point::max ());
}

TEST_CASE ("an arrival that is seen late moves nothing", "[live][forecast]")
{
    ArrivalForecast forecast;
    Clock::time_point time {1h};
    for (int i = 0; i < 20; ++i)
        forecast.arrived (time += 3ms);
    forecast.arrived (time + 3ms + 1100us);
    CHECK (forecast.period () == 3ms);
    CHECK (forecast.watchAt (time + 5ms).until == time + 6ms - 200us);
    forecast.arrived (time + 9ms); // a missed submission does not change it, either
    CHECK (forecast.period () == 3ms);
    CHECK (forecast.watchAt (time + 10ms).until == time + 12ms - 200us);
}

TEST_CASE ("after a silence a new pace is learned", "[live][forecast]")
{
    ArrivalForecast forecast;
    Clock::time_point time {1h};
    for (int i = 0; i < 20; ++i)
        forecast.arrived (time += 3ms);
    forecast.arrived (time += 60ms);
    CHECK_FALSE (forecast.period ());
    forecast.arrived (time += 10ms);
    CHECK (forecast.period () == 10ms);
    CHECK (forecast.watchAt (time).until == time + 10ms - 200us);
}
