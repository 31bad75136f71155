#include "Source/Midi/MidiMessageEvents.h"

namespace melstrom
{

namespace
{

float sevenBits (int value) noexcept
{
    return static_cast<float> (value) / 127;
}

/** -1 .. 1 with 8192 in the middle: the upper half has a step less. */
float bendOf (int value) noexcept
{
    const auto steps = static_cast<float> (value - 8192);
    return steps < 0 ? steps / 8192 : steps / 8191;
}

} // namespace

std::optional<SynthEvent>
MidiMessageEvents::plainEventOf (const juce::MidiMessage& message) noexcept
{
    const auto channel = static_cast<std::uint8_t> (message.getChannel () - 1);
    const auto event = [channel] (SynthEventKind kind, int key, float value) {
        return SynthEvent {0, kind, channel, static_cast<std::uint8_t> (key), value};
    };

    if (message.isNoteOn ())
        return event (SynthEventKind::noteOn, message.getNoteNumber (),
                      message.getFloatVelocity ());
    if (message.isNoteOff ())
        return event (SynthEventKind::noteOff, message.getNoteNumber (),
                      message.getFloatVelocity ());
    if (message.isAftertouch ())
        return event (SynthEventKind::polyPressure, message.getNoteNumber (),
                      sevenBits (message.getAfterTouchValue ()));
    if (message.isChannelPressure ())
        return event (SynthEventKind::channelPressure, 0,
                      sevenBits (message.getChannelPressureValue ()));
    if (message.isPitchWheel ())
        return event (SynthEventKind::bend, 0, bendOf (message.getPitchWheelValue ()));
    return std::nullopt;
}

SynthEvent MidiMessageEvents::controllerEvent (std::uint8_t channel, int number, int value,
                                               std::int64_t sample) noexcept
{
    return {sample, SynthEventKind::controller, channel, static_cast<std::uint8_t> (number),
            sevenBits (value)};
}

void MidiMessageEvents::forget () noexcept
{
    held_ = {};
    pedals_ = {};
}

} // namespace melstrom
