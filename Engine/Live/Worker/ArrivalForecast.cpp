#include "Engine/Live/Worker/ArrivalForecast.h"

#include <algorithm>

namespace melstrom
{

void ArrivalForecast::arrived (Time now) noexcept
{
    if (numArrivals_ > 0 && now - arrivals_.front () >= kForgotten)
        numArrivals_ = 0;
    std::ranges::copy_backward (arrivals_.begin (), arrivals_.end () - 1, arrivals_.end ());
    arrivals_.front () = now;
    numArrivals_ = std::min (numArrivals_ + 1, arrivals_.size ());
}

std::optional<ArrivalForecast::Duration> ArrivalForecast::period () const noexcept
{
    if (numArrivals_ < 2)
        return std::nullopt;
    std::array<Duration, kMostIntervals> intervals {};
    const std::size_t count = numArrivals_ - 1;
    for (std::size_t i = 0; i < count; ++i)
        intervals[i] = arrivals_[i] - arrivals_[i + 1];
    auto* const middle = intervals.data () + count / 2;
    std::nth_element (intervals.data (), middle, intervals.data () + count);
    return *middle;
}

/** Extrapolates each of the last kMostPhases arrivals by whole periods to a due time; returns their
    median, of an even count the lower one. */
ArrivalForecast::Time ArrivalForecast::due (Duration period) const noexcept
{
    const Time newest = arrivals_.front ();
    if (period <= Duration::zero ())
        return newest;
    std::array<Time, kMostPhases> times {};
    const std::size_t count = std::min (numArrivals_, kMostPhases);
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto numPeriods = (newest - arrivals_[i] + period / 2) / period;
        times[i] = arrivals_[i] + (numPeriods + 1) * period;
    }
    auto* const middle = times.data () + (count - 1) / 2;
    std::nth_element (times.data (), middle, times.data () + count);
    return *middle;
}

ArrivalForecast::Watch ArrivalForecast::watchAt (Time now) const noexcept
{
    if (numArrivals_ == 0 || now - arrivals_.front () >= kForgotten)
        return {};
    const auto usual = period ();
    if (! usual)
        return {false, now + kLook};
    const Time expected = due (*usual);
    if (now < expected - kEarly)
        return {false, expected - kEarly};
    return now < expected + kLate ? Watch {true, expected + kLate} : Watch {false, now + kLook};
}

} // namespace melstrom
