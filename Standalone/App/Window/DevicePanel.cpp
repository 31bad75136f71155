#include "Standalone/App/Window/DevicePanel.h"

namespace melstrom
{

DevicePanel::DevicePanel (juce::AudioDeviceManager& devices, MidiInputs& midi)
    : OverlayPanel ("Audio and MIDI devices"),
      selector_ (devices, 0, 256, 0, 256, false, false, false, false), midi_ (midi)
{
    lists_.addAndMakeVisible (selector_);
    lists_.addAndMakeVisible (midi_);
    addAndMakeVisible (view_);
    view_.setViewedComponent (&lists_, false);
    view_.setScrollBarsShown (true, false);
    selector_.addComponentListener (this);
    midi_.onHeight = [this] { stack (); };
}

DevicePanel::~DevicePanel ()
{
    selector_.removeComponentListener (this);
}

void DevicePanel::layOut (juce::Rectangle<int> content)
{
    view_.setBounds (content);
    selector_.setSize (content.getWidth () - view_.getScrollBarThickness (),
                       selector_.getHeight ());
    stack ();
}

/** The selector sets its own height, also when another device is chosen. */
void DevicePanel::componentMovedOrResized (juce::Component&, bool, bool wasResized)
{
    if (wasResized)
        stack ();
}

void DevicePanel::stack ()
{
    midi_.setBounds (0, selector_.getBottom (), selector_.getWidth (), midi_.height ());
    lists_.setSize (selector_.getWidth (), midi_.getBottom ());
}

} // namespace melstrom
