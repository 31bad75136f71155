// The MIDI inputs that the app listens to.
#pragma once

#include "Standalone/App/Audio/MidiInbox.h"
#include "Standalone/App/Audio/MidiSources.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** Opens every MIDI input of the system, also one that is connected later, except those that the
    user turned off. They are not inputs of JUCE's device manager: there each one would have to be
    switched on, and that would count as a choice of audio devices.
    An input whose connection has ended, because its keyboard went and came back between two looks,
    is opened again. One that another program holds alone is tried again at each look.
    When an input goes or is turned off, all notes end. Thread: message; messages arrive on threads of the system. */
class MidiInputs final : private juce::MidiInputCallback
{
public:
    struct Input
    {
        juce::String name;
        bool isOn = true;   ///< the user did not turn it off
        juce::String fault; ///< why it is not heard although on; empty: it is heard
        bool operator== (const Input&) const = default;
    };

    explicit MidiInputs (MidiInbox& inbox) : inbox_ (inbox) {} ///< inbox: outlives this object
    ~MidiInputs () override;

    /** Lists, opens what is new and closes what is gone or has lost its connection. Call every few
        seconds. */
    void look ();
    const std::vector<Input>& inputs () const noexcept { return listed_; } ///< as listed last

    /** Inputs of equal names share this choice. */
    void turnOn (const juce::String& name, bool isOn);
    /** Remembered by name, because the system numbers inputs anew. */
    const juce::StringArray& turnedOff () const noexcept { return turnedOff_; }
    void setTurnedOff (const juce::StringArray& names); ///< from the next look on

    std::function<void ()> onChange; ///< of inputs ()
    MidiSources& sources () noexcept { return sources_; }

private:
    void handleIncomingMidiMessage (juce::MidiInput* source,
                                    const juce::MidiMessage& message) override;
    bool isOpen (const juce::String& identifier) const;
    juce::String open (const juce::String& identifier);

    MidiInbox& inbox_;
    MidiSources sources_;
    juce::CriticalSection inboxLock_; ///< inputs may have a thread each
    juce::StringArray turnedOff_;
    std::vector<Input> listed_;
    std::vector<std::unique_ptr<juce::MidiInput>> open_;
};

} // namespace melstrom
