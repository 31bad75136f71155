// The choice of audio and MIDI devices.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Standalone/App/Window/MidiInputList.h"

#include <juce_audio_utils/juce_audio_utils.h>

namespace melstrom
{

/** JUCE's selector and the MIDI inputs on a panel over the page. Changes take effect at once.
    Thread: message. */
class DevicePanel final : public OverlayPanel, private juce::ComponentListener
{
public:
    /** devices, midi: outlive this object. */
    DevicePanel (juce::AudioDeviceManager& devices, MidiInputs& midi);
    ~DevicePanel () override;
    void takeFocus () override { grabKeyboardFocus (); }

private:
    void layOut (juce::Rectangle<int> content) override;
    void componentMovedOrResized (juce::Component&, bool, bool wasResized) override;
    void stack ();

    juce::AudioDeviceSelectorComponent selector_;
    MidiInputList midi_;
    juce::Component lists_; ///< the selector above the MIDI inputs
    juce::Viewport view_;
};

} // namespace melstrom
