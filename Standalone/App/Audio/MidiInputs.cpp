#include "Standalone/App/Audio/MidiInputs.h"

#include <algorithm>

namespace melstrom
{

MidiInputs::~MidiInputs ()
{
    for (auto& input : open_)
        input->stop ();
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

/** Returns why the input is not heard, or empty text. */
juce::String MidiInputs::open (const juce::String& identifier)
{
    if (const auto holder = sources_.holder (identifier))
        return "not connected, " + *holder + " holds it alone";
    auto input = juce::MidiInput::openDevice (identifier, this);
    if (input == nullptr)
        return "cannot be opened";
    if (! sources_.isConnected (identifier)) // JUCE opens it all the same
        return "not connected, the system refused";
    input->start ();
    open_.push_back (std::move (input));
    return {};
}

void MidiInputs::look ()
{
    const auto devices = sources_.list ();
    // JUCE's name of an open input differs from the listed one if it is not ASCII
    const auto isWanted = [&] (const std::unique_ptr<juce::MidiInput>& input)
    {
        const auto* const device =
            std::ranges::find (devices, input->getIdentifier (), &juce::MidiDeviceInfo::identifier);
        return device != devices.end () && ! turnedOff_.contains (device->name) &&
               sources_.isConnected (device->identifier);
    };
    if (std::erase_if (open_, std::not_fn (isWanted)) > 0)
        inbox_.endNotes ();

    std::vector<Input> listed;
    for (const auto& device : devices)
    {
        const bool isOn = ! turnedOff_.contains (device.name);
        const bool opens = isOn && ! isOpen (device.identifier);
        listed.push_back ({device.name, isOn, opens ? open (device.identifier) : juce::String ()});
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
