// The MIDI inputs on the panel of devices.
#pragma once

#include "Standalone/App/Audio/MidiInputs.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>
#include <vector>

namespace melstrom
{

/** A switch for each MIDI input; follows what is connected. Thread: message. */
class MidiInputList final : public juce::Component
{
public:
    explicit MidiInputList (MidiInputs& inputs); ///< inputs: outlives this object
    ~MidiInputList () override;

    int height () const; ///< for all inputs
    std::function<void ()> onHeight;

    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    void update ();

    MidiInputs& inputs_;
    std::vector<std::unique_ptr<juce::ToggleButton>> switches_;
};

} // namespace melstrom
