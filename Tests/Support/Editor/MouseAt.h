// Mouse events as a component receives them, for tests.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom::testing
{

/** An event with the left button. place: in the component */
inline juce::MouseEvent mouseAt (juce::Component& component, juce::Point<float> place)
{
    const auto now = juce::Time::getCurrentTime ();
    return {juce::Desktop::getInstance ().getMainMouseSource (),
            place,
            juce::ModifierKeys::leftButtonModifier,
            juce::MouseInputSource::defaultPressure,
            juce::MouseInputSource::defaultOrientation,
            juce::MouseInputSource::defaultRotation,
            juce::MouseInputSource::defaultTiltX,
            juce::MouseInputSource::defaultTiltY,
            &component,
            &component,
            now,
            place,
            now,
            1,
            false};
}

} // namespace melstrom::testing
