// Places of the parts of a timeline.
#pragma once

#include <juce_graphics/juce_graphics.h>

namespace melstrom
{

struct TimelineParts
{
    bool hasWave = true, hasSpectrum = false;
};

/** In points of the view. Empty: not shown. */
struct TimelineAreas
{
    TimelineAreas () = default;
    TimelineAreas (juce::Rectangle<int> bounds, const TimelineParts& parts);

    juce::Rectangle<int> header, wave, frequency, plot, time, spectrum, level, scroll;

    /** Plot and wave: where time is. */
    juce::Rectangle<int> content () const { return wave.isEmpty () ? plot : wave.getUnion (plot); }
};

} // namespace melstrom
