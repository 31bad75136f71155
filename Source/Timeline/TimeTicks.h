// Labels of a time axis, from days to samples.
#pragma once

#include "Source/Spectrogram/TimeAxis.h"
#include "Source/Timeline/TimeWindow.h"

#include <string>
#include <vector>

namespace melstrom
{

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
