// The choice of audio and MIDI devices.
#pragma once

#include "Source/Look/IconButton.h"

#include <juce_audio_utils/juce_audio_utils.h>

#include <functional>

namespace melstrom
{

/** JUCE's selector on a panel over the page. Changes take effect at once. Thread: message. */
class DevicePanel final : public juce::Component
{
public:
    /** devices: outlives this object. onClose: may destroy this object. */
    DevicePanel (juce::AudioDeviceManager& devices, std::function<void ()> onClose)
        : selector_ (devices, 0, 256, 0, 256, true, false, false, false)
    {
        setTitle ("Audio and MIDI devices");
        addAndMakeVisible (view_);
        addAndMakeVisible (close_);
        view_.setViewedComponent (&selector_, false);
        view_.setScrollBarsShown (true, false);
        close_.onClick = [onClose]
        { juce::MessageManager::callAsync (onClose); }; // the button's own call must have ended
    }

    void paint (juce::Graphics& graphics) override
    {
        graphics.setColour (Theme::panel ());
        graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
        graphics.setColour (Theme::outline ());
        graphics.drawRoundedRectangle (getLocalBounds ().toFloat ().reduced (0.5f), Theme::kCorner,
                                       1);
        graphics.setColour (Theme::text ());
        graphics.setFont (Theme::font (Theme::kHeading, true));
        graphics.drawText ("Audio and MIDI devices", heading_, juce::Justification::centredLeft,
                           true);
    }
    void resized () override
    {
        auto area = getLocalBounds ().reduced (12);
        heading_ = area.removeFromTop (Theme::kControl);
        close_.setBounds (heading_.removeFromRight (Theme::kControl));
        area.removeFromTop (Theme::kGap);
        view_.setBounds (area);
        selector_.setSize (area.getWidth () - view_.getScrollBarThickness (),
                           selector_.getHeight ());
    }

private:
    juce::AudioDeviceSelectorComponent selector_;
    juce::Viewport view_;
    IconButton close_ {Icon::close, "Close", "Escape"};
    juce::Rectangle<int> heading_;
};

} // namespace melstrom
