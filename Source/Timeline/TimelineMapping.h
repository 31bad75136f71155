// Times and frequencies on the plot of a timeline.
#pragma once

#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Timeline/TimeWindow.h"

#include <juce_graphics/juce_graphics.h>

namespace melstrom
{

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

} // namespace melstrom
