// Converts MIDI channel messages to the synthesizer's events.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"
#include "Engine/Realtime/Control/SynthEvent.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace melstrom
{

/** Tracks held notes and pedals: SynthEvent has "all notes off" for all channels only, but a MIDI
    message means one channel. So a channel's "all notes off" and "all sound off" become note-offs
    of its held notes; "all sound off" also lifts its pedals for that instant. One message gives at
    most kMostEvents events. Program changes and other messages that a synthesizer of one patch
    cannot follow give none.
    Thread: one at a time, audio too: allocates nothing, and throws only what `put` throws.
    source  MIDI 1.0 Detailed Specification 4.2; RP-015 */
class MidiMessageEvents
{
public:
    static constexpr int kChannels = 16, kKeys = 128;
    static constexpr int kMostEvents = kKeys + 4;

    using Bytes = std::span<const std::uint8_t>; ///< one MIDI message, status byte first

    /** Whether it is a channel message with all its data bytes, each below 128. Ignores further
        bytes. */
    static bool isWhole (Bytes message) noexcept
    {
        if (message.size () < 2 || message[0] < 0x80 || message[0] >= 0xf0)
            return false;
        const bool isShort = (message[0] & 0xe0) == 0xc0; // programs, channel pressure
        return message[1] < 0x80 && (isShort || (message.size () > 2 && message[2] < 0x80));
    }

    /** Calls put (const SynthEvent&) for each event of a message; none if it is incomplete. */
    template <typename Put>
    void add (Bytes message, std::int64_t sample, Put&& put)
    {
        if (! isWhole (message))
            return;
        const auto channel = channelOf (message);
        if (kindOf (message) == kController)
            addController (channel, message[1], message[2], sample, put);
        else if (const auto event = plainEventOf (message))
        {
            if (event->kind == SynthEventKind::noteOn || event->kind == SynthEventKind::noteOff)
                held_[channel][event->key] = event->kind == SynthEventKind::noteOn;
            put (at (*event, sample));
        }
    }

    /** Releases all notes and lifts all pedals: for the end of a song. */
    template <typename Put>
    void finish (std::int64_t sample, Put&& put)
    {
        for (std::uint8_t channel = 0; channel < kChannels; ++channel)
        {
            releaseNotes (channel, sample, put);
            for (const auto pedal : kPedals)
                if (isDown (channel, pedal))
                    put (controllerEvent (channel, pedal, 0, sample));
        }
    }

    /** Forgets all notes and pedals: after a reset. */
    void forget () noexcept;

private:
    static constexpr int kNoteOff = 0x80, kNoteOn = 0x90, kPolyPressure = 0xa0, kController = 0xb0;
    static constexpr int kChannelPressure = 0xd0, kPitchWheel = 0xe0;
    static constexpr std::uint8_t kSustain = 64, kSostenuto = 66;
    static constexpr std::array<std::uint8_t, 2> kPedals {kSustain, kSostenuto};

    static int kindOf (Bytes message) noexcept { return message[0] & 0xf0; }
    static std::uint8_t channelOf (Bytes message) noexcept
    {
        return static_cast<std::uint8_t> (message[0] & 0x0f);
    }
    /** Event of any message except a controller; at sample 0. */
    static std::optional<SynthEvent> plainEventOf (Bytes message) noexcept;
    static SynthEvent controllerEvent (std::uint8_t channel, int number, int value,
                                       std::int64_t sample) noexcept;
    static SynthEvent at (SynthEvent event, std::int64_t sample) noexcept
    {
        event.sample = sample;
        return event;
    }
    /** A half pedal counts as down. */
    bool isDown (std::uint8_t channel, std::uint8_t pedal) const noexcept
    {
        return pedals_[channel][pedal - kSustain] > 0;
    }

    template <typename Put>
    void addController (std::uint8_t channel, int number, int value, std::int64_t sample, Put&& put)
    {
        if (const auto controller = static_cast<Controller> (number); endsNotes (controller))
            held_[channel] = {};
        else if (controller == Controller::resetControllers)
            pedals_[channel] = {};
        else if (number >= kSustain && number <= kSostenuto)
            pedals_[channel][static_cast<std::size_t> (number - kSustain)] = value;
        put (controllerEvent (channel, number, value, sample));
    }
    template <typename Put>
    void releaseNotes (std::uint8_t channel, std::int64_t sample, Put&& put)
    {
        for (std::uint8_t key = 0; key < kKeys; ++key)
            if (held_[channel][key])
            {
                held_[channel][key] = false;
                put (SynthEvent {sample, SynthEventKind::noteOff, channel, key, 0});
            }
    }

    std::array<std::array<bool, kKeys>, kChannels> held_ {};
    std::array<std::array<int, kSostenuto - kSustain + 1>, kChannels>
        pedals_ {}; ///< values of controllers kSustain .. kSostenuto
};

} // namespace melstrom
