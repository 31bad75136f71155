// The live worker's forecast of submissions.
#include "Engine/Live/Worker/ArrivalForecast.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

using namespace melstrom;
using namespace std::chrono_literals;

namespace
{
using Clock = ArrivalForecast::Clock;
using Time = ArrivalForecast::Time;
using Duration = ArrivalForecast::Duration;

constexpr auto kBlock = 2667us; ///< 128 samples at 48 kHz
constexpr auto kRound = 2ms;    ///< the worker's longest sleep
constexpr auto kWake = 60us;    ///< a sleep ends so much late
constexpr int kLearning = 20;   ///< submissions that are not judged

struct Service
{
    std::vector<Duration> waits; ///< from submission to work, ascending
    Duration awake {};           ///< without work

    Duration quantile (double share) const
    {
        return waits[static_cast<std::size_t> (share * static_cast<double> (waits.size () - 1))];
    }
};

/** Serves submissions at these times by a simulated thread, which waits as the worker does. */
Service served (const std::vector<Time>& submissions)
{
    constexpr auto kWork = 90us;
    Service service;
    ArrivalForecast forecast;
    Time now = submissions.front ();
    for (const Time submitted : submissions)
    {
        while (now < submitted)
        {
            const auto watch = forecast.watchAt (now);
            const Time end = watch.spins ? std::min (watch.until, submitted)
                                         : std::min (watch.until, now + kRound) + kWake;
            service.awake += watch.spins ? end - now : Duration::zero ();
            now = end;
        }
        service.waits.push_back (now - submitted);
        forecast.arrived (now);
        now += kWork;
    }
    service.waits.erase (service.waits.begin (), service.waits.begin () + kLearning);
    std::ranges::sort (service.waits);
    return service;
}

/** The nth submission comes at that time after the first. */
template <typename Function>
std::vector<Time> submissionsAt (Function timeOf)
{
    std::vector<Time> times;
    for (int n = 0; n < 2000; ++n)
        times.push_back (Time {1h} + timeOf (n));
    return times;
}
} // namespace

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

// The next cases are irregular callbacks. The forecast learns the pace, because the length of a
// block does not tell it: hosts render ahead, offline, or several blocks at a time.

TEST_CASE ("callbacks that come early or late by chance are awaited", "[live][forecast]")
{
    std::mt19937 random (1);
    std::uniform_int_distribution jitter (-100, 100);
    const auto service = served (submissionsAt (
        [&] (int n) { return n * kBlock + std::chrono::microseconds (jitter (random)); }));
    CHECK (service.quantile (0.9) == 0us);
    CHECK (service.quantile (0.99) <= 250us);
    CHECK (service.awake < 2000 * kBlock / 5);
}

TEST_CASE ("a callback that comes late does not make the next one wait long", "[live][forecast]")
{
    const auto service =
        served (submissionsAt ([] (int n) { return n * kBlock + (n % 8 == 7 ? 1200us : 0us); }));
    CHECK (service.quantile (0.5) == 0us);
    CHECK (service.quantile (0.9) <= 150us);
}

TEST_CASE ("callbacks in bursts are served at once", "[live][forecast]")
{
    const auto service =
        served (submissionsAt ([] (int n) { return n / 4 * 4 * kBlock + n % 4 * 150us; }));
    CHECK (service.waits.back () <= ArrivalForecast::kLook + kWake);
}

TEST_CASE ("callbacks faster than the sound are served at once", "[live][forecast]")
{
    const auto offline = served (submissionsAt ([] (int n) { return n * 300us; }));
    CHECK (offline.waits.back () <= ArrivalForecast::kLook + kWake);
    const auto ahead =
        served (submissionsAt ([] (int n) { return n / 20 * 20 * kBlock + n % 20 * 300us; }));
    CHECK (ahead.quantile (0.9) == 0us);
}

TEST_CASE ("callbacks of changing lengths wait for a round at most", "[live][forecast]")
{
    std::mt19937 random (1);
    std::uniform_int_distribution length (1, 7);
    Duration time {};
    const auto service =
        served (submissionsAt ([&] (int) { return time += length (random) * kBlock / 2; }));
    CHECK (service.waits.back () <= kRound + kWake);
}

TEST_CASE ("a host that stops is not awaited, and is served again", "[live][forecast]")
{
    const auto service =
        served (submissionsAt ([] (int n) { return n * kBlock + n / 20 * 300ms; }));
    CHECK (service.quantile (0.8) == 0us);
    CHECK (service.waits.back () <= kRound + kWake);
    CHECK (service.awake < 2000 * kBlock / 5);
}
