#include "Source/Timeline/TimelineMapping.h"

#include <algorithm>

namespace melstrom
{

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
