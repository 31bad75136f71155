// Marks from what a user points at, and in the digits that a screen justifies.
#pragma once

#include "Engine/Marks/Mark.h"
#include "Source/Timeline/TimelineView.h"

#include <string>

namespace melstrom
{

/** To 1 us and 0.01 Hz, as fine as a point of any shown window; not below 0. */
double roundedSeconds (double seconds) noexcept;
double roundedHz (double frequencyHz) noexcept;

/** A box; without frequency limits a range of time. */
Mark markOf (const TimelineSelection& selection, const std::string& label);
Mark markAt (double seconds, const std::string& label); ///< a point

} // namespace melstrom
