// The shown stretch of a timeline, its labels, and its points on the plot.
#pragma once

#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/TimeAxis.h"

#include <juce_graphics/juce_graphics.h>

#include <string>
#include <vector>

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

/** Converts between points of a component and the sound. */
struct TimelineMapping
{
    juce::Rectangle<int> plot; ///< in points of the view
    TimeWindow time;
    FrequencyAxis frequency;

    double secondsAt (double x) const noexcept;
    double xOf (double seconds) const noexcept;
    double frequencyAt (double y) const noexcept; ///< in Hz, clamped to the axis
    double yOf (double frequencyHz) const noexcept;
};

/** "12.345 s" below a minute, else "1:02.345" or "1:02:03.345". */
std::string timeText (double seconds, int decimals);

/** So many decimals that two points at this distance differ; 3 to 6. */
int timeDecimals (double secondsPerPoint) noexcept;

/** TimeTick::place: 0 at the left edge, 1 at the right. Labels are even steps of time that do not
    touch. Rising. */
std::vector<TimeTick> timeTicks (const TimeWindow& window, int widthPoints);

/** The same with the numbers of samples, for windows of few samples. Sample 0 is at startSeconds. */
std::vector<TimeTick> sampleTicks (const TimeWindow& window, int widthPoints, double rateHz,
                                   double startSeconds);

} // namespace melstrom
