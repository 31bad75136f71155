#include "Standalone/App/Marks/NewMark.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

double roundedSeconds (double seconds) noexcept
{
    return std::max (0.0, std::round (seconds * 1e6) / 1e6);
}

double roundedHz (double frequencyHz) noexcept
{
    return std::max (0.0, std::round (frequencyHz * 100) / 100);
}

Mark markOf (const TimelineSelection& selection, const std::string& label)
{
    const auto [begin, end] = std::minmax (selection.beginSeconds, selection.endSeconds);
    Mark mark {roundedSeconds (begin), roundedSeconds (end), {}, {}, label};
    if (selection.lowHz && selection.highHz)
    {
        const auto [low, high] = std::minmax (*selection.lowHz, *selection.highHz);
        mark.lowHz = roundedHz (low);
        mark.highHz = roundedHz (high);
    }
    return mark;
}

Mark markAt (double seconds, const std::string& label)
{
    return {roundedSeconds (seconds), roundedSeconds (seconds), {}, {}, label};
}

} // namespace melstrom
