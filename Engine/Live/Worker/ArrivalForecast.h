// When work will come that comes again and again.
#pragma once

#include <array>
#include <chrono>
#include <optional>

namespace melstrom
{

/** Learns the period of what arrives and says how to wait for the next one. A few arrivals together say when
    the next is due, so that one that came or was seen late is not carried on. Thread: one. */
class ArrivalForecast
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /** Around the expected time somebody stays awake: a sleep ends some 60 us late, a callback comes some 100 us early or
        late, and what has not come after a millisecond keeps no time. */
    static constexpr std::chrono::microseconds kEarly {200}, kLate {1'000};
    /** How often to look where nothing is expected for certain. */
    static constexpr std::chrono::microseconds kLook {100};
    /** After so long without an arrival nothing is expected any more. */
    static constexpr std::chrono::milliseconds kForgotten {50};

    void arrived (Time now) noexcept;

    struct Watch
    {
        bool spins = false; ///< else sleeps
        Time until = Time::max ();
    };
    /** What to do at `now`, if nothing has come by then; sleeping until Time::max () where nothing is expected. */
    Watch watchAt (Time now) const noexcept;

    /** The median of the last 8; empty before the second arrival. */
    std::optional<Duration> period () const noexcept;

private:
    static constexpr std::size_t kMostIntervals = 8;
    /** more would hold to the old beat after it has moved */
    static constexpr std::size_t kMostPhases = 4;

    Time due (Duration period) const noexcept;

    /** The newest first; of them, so many since the last silence. */
    std::array<Time, kMostIntervals + 1> arrivals_ {};
    std::size_t numArrivals_ = 0;
};

} // namespace melstrom
