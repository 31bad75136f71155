#include "Standalone/App/Audio/MidiInputs.h"

#include <algorithm>

namespace melstrom
{

MidiInputs::~MidiInputs ()
{
    for (auto& input : open_)
        input->stop ();
}

juce::Array<juce::MidiDeviceInfo> MidiInputs::listSystem ()
{
#if JUCE_LINUX
    // without a sequencer that may be opened alsa-lib prints an error at each look
    if (! juce::File ("/dev/snd/seq").hasWriteAccess ())
        return {};
#endif
    return juce::MidiInput::getAvailableDevices ();
}

void MidiInputs::handleIncomingMidiMessage (juce::MidiInput* source,
                                            const juce::MidiMessage& message)
{
    const juce::ScopedLock lock (inboxLock_);
    inbox_.handleIncomingMidiMessage (source, message);
}

bool MidiInputs::isOpen (const juce::String& identifier) const
{
    return std::ranges::any_of (open_, [&identifier] (const auto& input)
                                { return input->getIdentifier () == identifier; });
}

void MidiInputs::look ()
{
    const auto devices = list ();
    const auto isWanted = [&] (const std::unique_ptr<juce::MidiInput>& input) {
        return ! turnedOff_.contains (input->getName ()) &&
               devices.contains (input->getDeviceInfo ());
    };
    if (std::erase_if (open_, std::not_fn (isWanted)) > 0)
        inbox_.endNotes ();

    std::vector<Input> listed;
    for (const auto& device : devices)
    {
        const bool isOn = ! turnedOff_.contains (device.name);
        if (isOn && ! isOpen (device.identifier))
            if (auto input = juce::MidiInput::openDevice (device.identifier, this))
            {
                input->start ();
                open_.push_back (std::move (input));
            }
        listed.push_back ({device.name, isOn, isOpen (device.identifier)});
    }
    if (listed == std::exchange (listed_, listed))
        return;
    if (onChange)
        onChange ();
}

void MidiInputs::turnOn (const juce::String& name, bool isOn)
{
    if (isOn)
        turnedOff_.removeString (name);
    else
        turnedOff_.addIfNotAlreadyThere (name);
    look ();
}

void MidiInputs::setTurnedOff (const juce::StringArray& names)
{
    turnedOff_ = names;
}

} // namespace melstrom
