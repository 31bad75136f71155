// Something drawn over a timeline that may take the mouse: marks, a selection.
#pragma once

#include "Source/Timeline/TimelineMapping.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>

namespace melstrom
{

/** Thread: message. The view asks its overlays in order, topmost first; the first that returns true
    from `mouseDown` gets the drag and its end. */
class TimelineOverlay
{
public:
    virtual ~TimelineOverlay () = default;
    virtual void paint (juce::Graphics& graphics, const TimelineMapping& mapping) = 0;
    /** False: `paint` would draw nothing. */
    virtual bool isVisible (const TimelineMapping&) { return true; }

    virtual bool mouseDown (const juce::MouseEvent&, const TimelineMapping&) { return false; }
    virtual void mouseDrag (const juce::MouseEvent&, const TimelineMapping&) {}
    virtual void mouseUp (const juce::MouseEvent&, const TimelineMapping&) {}
    virtual bool mouseDoubleClick (const juce::MouseEvent&, const TimelineMapping&)
    {
        return false;
    }
    /** The shape of the pointer over this place; empty: not this overlay's. */
    virtual std::optional<juce::MouseCursor> pointerAt (juce::Point<float>, const TimelineMapping&)
    {
        return std::nullopt;
    }
    virtual bool keyPressed (const juce::KeyPress&) { return false; }
    virtual juce::String tooltipAt (juce::Point<float>, const TimelineMapping&) { return {}; }
    /** What a screen reader gets instead of the picture; empty: nothing. */
    virtual juce::String reading (const TimelineMapping&) { return {}; }
};

} // namespace melstrom
