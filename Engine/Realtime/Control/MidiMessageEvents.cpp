#include "Engine/Realtime/Control/MidiMessageEvents.h"

namespace melstrom
{

namespace
{

float sevenBits (int value) noexcept
{
    return static_cast<float> (value) / 127;
}

/** JUCE's formula, a product: for 8 of 128 velocities it is the float next to the quotient. */
float velocityOf (int value) noexcept
{
    return static_cast<float> (value) * (1.0f / 127.0f);
}

/** -1 .. 1 with 8192 in the middle: the upper half has one step less. */
float bendOf (int value) noexcept
{
    const auto steps = static_cast<float> (value - 8192);
    return steps < 0 ? steps / 8192 : steps / 8191;
}

} // namespace

std::optional<SynthEvent> MidiMessageEvents::plainEventOf (Bytes message) noexcept
{
    const auto event = [channel = channelOf (message)] (SynthEventKind kind, std::uint8_t key,
                                                        float value) {
        return SynthEvent {0, kind, channel, key, value};
    };

    switch (kindOf (message))
    {
        case kNoteOff: return event (SynthEventKind::noteOff, message[1], velocityOf (message[2]));
        case kNoteOn: // velocity 0 is a note-off
            return event (message[2] == 0 ? SynthEventKind::noteOff : SynthEventKind::noteOn,
                          message[1], velocityOf (message[2]));
        case kPolyPressure:
            return event (SynthEventKind::polyPressure, message[1], sevenBits (message[2]));
        case kChannelPressure:
            return event (SynthEventKind::channelPressure, 0, sevenBits (message[1]));
        case kPitchWheel:
            return event (SynthEventKind::bend, 0, bendOf (message[1] | message[2] << 7));
        default: return std::nullopt;
    }
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
