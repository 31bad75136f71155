// Notes that keys and pedals hold, to strike them again on an instrument that was silent.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Follows the events of MidiMessageEvents by the rules of VoiceAllocator: a note is held while its
    key is down, while its channel's sustain pedal is down, or while a sostenuto pedal that caught
    its key is down. Pedals of an MPE master apply to its zone. The number of notes is not limited
    by voices.
    Thread: one at a time, audio too: allocates nothing. Cost: constant for notes; one step per key
    for controllers and for strikeAgain. */
class HeldNotes
{
public:
    static constexpr std::size_t kNumKeys = 128, kNumNotes = kNumChannels * kNumKeys;
    static constexpr std::size_t kMostEvents = 3 * kNumNotes + 2 * kNumChannels;

    /** Releases all keys and pedals; keeps the setting of setMpe. */
    void reset () noexcept;
    /** See ChannelStates::setMpe: a master's pedals hold its zone. */
    void setMpe (bool isOn) noexcept;
    void apply (const SynthEvent& event) noexcept;
    std::size_t numHeld () const noexcept { return isHeld_.count (); }

    /** Calls put (const SynthEvent&) for events that make an instrument hold these notes. The
        instrument must have no notes and the same channel states. Order: notes caught by sostenuto
        pedals first, then the others, each in the order of strikes. At most kMostEvents events. */
    template <typename Put>
    void strikeAgain (std::int64_t sample, Put&& put) const
    {
        Order order;
        const auto notes = inOrder (order);
        const auto strike = [&] (std::size_t index)
        {
            put (noteEvent (index, SynthEventKind::noteOn, notes_[index].velocity, sample));
            if (notes_[index].pressure > 0)
                put (noteEvent (index, SynthEventKind::polyPressure, notes_[index].pressure,
                                sample));
        };
        const auto letGo = [&] (std::size_t index)
        {
            if (! isDown_[index])
                put (noteEvent (index, SynthEventKind::noteOff, notes_[index].releaseVelocity,
                                sample));
        };
        putSostenuto (0, sample, put);
        for (const auto index : notes)
            if (isCaught_[index])
                strike (index);
        putSostenuto (1, sample, put); // catches only the keys that are down now
        for (const auto index : notes)
        {
            if (! isCaught_[index])
                strike (index);
            letGo (index);
        }
    }

private:
    struct Note
    {
        float velocity = 0, releaseVelocity = 0, pressure = 0;
        std::uint32_t strike = 0; ///< number of the strike
    };
    using Notes = std::bitset<kNumNotes>;
    using Order = std::array<std::uint16_t, kNumNotes>;

    static std::size_t indexOf (const SynthEvent& event) noexcept
    {
        return event.channel * kNumKeys + event.key;
    }
    static SynthEvent noteEvent (std::size_t index, SynthEventKind kind, float value,
                                 std::int64_t sample) noexcept
    {
        return {sample, kind, static_cast<std::uint8_t> (index / kNumKeys),
                static_cast<std::uint8_t> (index % kNumKeys), value};
    }
    /** Sends `value` for each sostenuto pedal that is down. */
    template <typename Put>
    void putSostenuto (float value, std::int64_t sample, Put&& put) const
    {
        for (std::uint8_t channel = 0; channel < kNumChannels; ++channel)
            if (channels_[channel].sostenutoPedal)
                put (SynthEvent {sample, SynthEventKind::controller, channel,
                                 static_cast<std::uint8_t> (Controller::sostenuto), value});
    }
    /** Held notes sorted by strike; `order` is the memory. */
    std::span<const std::uint16_t> inOrder (Order& order) const noexcept;
    bool isKeptByPedal (std::size_t index) const noexcept
    {
        return isCaught_[index] || channels_.isSustained (static_cast<int> (index / kNumKeys));
    }
    void strike (std::size_t index, float velocity) noexcept;
    void letGo (std::size_t index, float velocity) noexcept;
    /** 120, 121 and 123 .. 127 act on all notes of a channel; a master's on its zone. */
    void applyToNotes (Controller number, int sender) noexcept;
    void followPedals () noexcept;

    ChannelStates channels_;
    std::array<Note, kNumNotes> notes_ {};
    Notes isDown_, isCaught_, isHeld_;
    std::array<bool, kNumChannels> isSostenuto_ {}; ///< last state of each sostenuto pedal
    std::uint32_t numStrikes_ = 0;
    bool isMpe_ = false;
};

} // namespace melstrom
