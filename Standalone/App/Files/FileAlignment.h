// How far two sounds are apart in time, by their spectrograms.
#pragma once

#include "Source/Timeline/TimelineLayer.h"
#include "Source/Timeline/TimelineMapping.h"

#include <optional>

namespace melstrom
{

/** The startSeconds of `second` at which it agrees best with `first` within the window, at most the
    window's span from where it is now. Levels of groups of bands without their mean are correlated;
    the peak is refined by a parabola. Resolution: a row, or a 2048th of the window if that is more.
    Empty: too little of either is known, or nothing agrees. Both layers have rows. Takes up to some
    100 ms. Thread: message.
    source  normalised cross-correlation, Lewis 1995 */
std::optional<double> alignedStart (const TimelineLayer& first, const TimelineLayer& second,
                                    const TimeWindow& window);

} // namespace melstrom
