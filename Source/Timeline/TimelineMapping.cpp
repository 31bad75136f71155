#include "Source/Timeline/TimelineMapping.h"

#include <algorithm>

namespace melstrom
{

TimeWindow TimeWindow::zoomed (double factor, double place) const noexcept
{
    const double span = spanSeconds * factor;
    return {secondsAt (place) - place * span, span};
}

TimeWindow TimeWindow::clamped (double firstSeconds, double lastSeconds,
                                double shortestSpanSeconds) const noexcept
{
    const double longest = std::max (shortestSpanSeconds, lastSeconds - firstSeconds);
    const double span = std::clamp (spanSeconds, shortestSpanSeconds, longest);
    const double latest = std::max (firstSeconds, lastSeconds - span);
    return {std::clamp (beginSeconds, firstSeconds, latest), span};
}

double TimelineMapping::secondsAt (double x) const noexcept
{
    return time.secondsAt ((x - plot.getX ()) / std::max (1, plot.getWidth ()));
}

double TimelineMapping::xOf (double seconds) const noexcept
{
    return plot.getX () + time.placeOf (seconds) * plot.getWidth ();
}

double TimelineMapping::frequencyAt (double y) const noexcept
{
    const double place = (plot.getBottom () - y) / std::max (1, plot.getHeight ());
    return frequency.frequencyAt (std::clamp (place, 0.0, 1.0));
}

double TimelineMapping::yOf (double frequencyHz) const noexcept
{
    return plot.getBottom () - frequency.placeOf (frequencyHz) * plot.getHeight ();
}

} // namespace melstrom
