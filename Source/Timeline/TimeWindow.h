// The part of a sound that a screen shows.
#pragma once

namespace melstrom
{

/** Shown stretch of time, in seconds from the first sample of the sound. */
struct TimeWindow
{
    double beginSeconds = 0;
    double spanSeconds = 10; ///< above 0

    double endSeconds () const noexcept { return beginSeconds + spanSeconds; }
    bool operator== (const TimeWindow&) const = default;

    /** place: 0 at the left edge, 1 at the right. */
    double secondsAt (double place) const noexcept { return beginSeconds + place * spanSeconds; }
    double placeOf (double seconds) const noexcept
    {
        return (seconds - beginSeconds) / spanSeconds;
    }
    /** The time at `place` keeps its place. factor above 1 shows more. */
    TimeWindow zoomed (double factor, double place) const noexcept;
    /** Within [first, last] where the sound is long enough, else from `first` on; the span between
        shortestSpan and the whole sound. */
    TimeWindow clamped (double firstSeconds, double lastSeconds,
                        double shortestSpanSeconds) const noexcept;
};

} // namespace melstrom
