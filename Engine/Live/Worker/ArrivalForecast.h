// Forecast of periodic arrivals.
#pragma once

#include <array>
#include <chrono>
#include <optional>

namespace melstrom
{

/** Learns the period of arrivals and tells how to wait for the next one. Several arrivals determine
    the due time, so that one late arrival does not shift it. The length of a block in seconds would
    not do as period: hosts render ahead, offline, or several blocks at a time, and a worker that
    sleeps until a block's time is over serves these blocks up to 2 ms late (ArrivalForecastTests).
    Thread: one. */
class ArrivalForecast
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /** The window around the due time in which the thread stays awake. A sleep ends about 60 us
        late; a callback comes about 100 us early or late; an arrival more than 1 ms late is not
        periodic. */
    static constexpr std::chrono::microseconds kEarly {200}, kLate {1'000};
    /** Polling interval while no due time is known or it has passed. */
    static constexpr std::chrono::microseconds kLook {100};
    /** Without an arrival for this time, no further one is expected. */
    static constexpr std::chrono::milliseconds kForgotten {50};

    void arrived (Time now) noexcept;

    struct Watch
    {
        bool spins = false; ///< else sleeps
        Time until = Time::max ();
    };
    /** How to wait at `now`; sleep until Time::max () while no arrival is expected. */
    Watch watchAt (Time now) const noexcept;

    /** Median of the last 8 intervals; empty before the second arrival. */
    std::optional<Duration> period () const noexcept;

private:
    static constexpr std::size_t kMostIntervals = 8;
    /** more arrivals would keep the old phase longer after a shift */
    static constexpr std::size_t kMostPhases = 4;

    Time due (Duration period) const noexcept;

    std::array<Time, kMostIntervals + 1> arrivals_ {}; ///< newest first
    std::size_t numArrivals_ = 0;                      ///< valid entries since the last silence
};

} // namespace melstrom
