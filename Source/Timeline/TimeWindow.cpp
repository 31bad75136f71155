#include "Source/Timeline/TimeWindow.h"

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

} // namespace melstrom
