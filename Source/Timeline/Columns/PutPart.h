// A part of a component on a window.
#pragma once

#include "Source/Timeline/Columns/WindowPixels.h"

#include <functional>

namespace melstrom
{

/** Paints a part that changes with each frame into memory that the screen's server reads: JUCE would
    clear it, paint all components under it, and copy it. Thread: message. */
class PutPart
{
public:
    /** area: all that is painted, in points of the component. parts: of it, are put. origin: of the
        component, in pixels of the window. paint: with the component's origin. Returns false if this
        window shows no pixels that are put: nothing was done. */
    bool put (juce::ComponentPeer& window, juce::Rectangle<int> area,
              const juce::RectangleList<int>& parts, juce::Point<int> origin, int scale,
              const std::function<void (juce::Graphics&)>& paint);

private:
    juce::Image image_;
};

} // namespace melstrom
