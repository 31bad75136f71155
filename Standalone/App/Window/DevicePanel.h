// The choice of audio and MIDI devices.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"

#include <juce_audio_utils/juce_audio_utils.h>

namespace melstrom
{

/** JUCE's selector on a panel over the page. Changes take effect at once. Thread: message. */
class DevicePanel final : public OverlayPanel
{
public:
    /** devices: outlives this object. */
    explicit DevicePanel (juce::AudioDeviceManager& devices)
        : OverlayPanel ("Audio and MIDI devices"),
          selector_ (devices, 0, 256, 0, 256, true, false, false, false)
    {
        addAndMakeVisible (view_);
        view_.setViewedComponent (&selector_, false);
        view_.setScrollBarsShown (true, false);
    }
    void takeFocus () override { grabKeyboardFocus (); }

private:
    void layOut (juce::Rectangle<int> content) override
    {
        view_.setBounds (content);
        selector_.setSize (content.getWidth () - view_.getScrollBarThickness (),
                           selector_.getHeight ());
    }

    juce::AudioDeviceSelectorComponent selector_;
    juce::Viewport view_;
};

} // namespace melstrom
