// The notes that keys and pedals hold, so that an instrument that was silent can strike them again.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Follows the events that MidiMessageEvents gives, by the rules of VoiceAllocator: a note is held while its key is
    down, while its channel's sustain pedal is down, or while a sostenuto pedal that caught its key is down. Pedals of
    an MPE master count for its zone. No note is ever forgotten for want of a voice.
    Thread: one at a time, audio too: allocates nothing. Cost: constant for notes; one step a key for controllers and
    for strikeAgain. */
class HeldNotes
{
public:
    static constexpr std::size_t kNumKeys = 128, kNumNotes = kNumChannels * kNumKeys;
    static constexpr std::size_t kMostEvents = 3 * kNumNotes + 2 * kNumChannels;

    /** No key and no pedal is down. */
    void reset () noexcept;
    /** See ChannelStates::setMpe: whose pedals hold. Stays. */
    void setMpe (bool isOn) noexcept;
    void apply (const SynthEvent& event) noexcept;

    /** Calls put (const SynthEvent&) for the events that bring an instrument without notes, whose channels are as
        they are here, to hold these notes: in the order in which they were struck, what sostenuto pedals caught
        before all others. At most kMostEvents. */
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
        putSostenuto (1, sample, put); // catches the keys that are down now, and no others
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
        std::uint32_t strike = 0; ///< counts strikes
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
    /** Sends the place of each sostenuto pedal that is down. */
    template <typename Put>
    void putSostenuto (float value, std::int64_t sample, Put&& put) const
    {
        for (std::uint8_t channel = 0; channel < kNumChannels; ++channel)
            if (channels_[channel].sostenutoPedal)
                put (SynthEvent {sample, SynthEventKind::controller, channel,
                                 static_cast<std::uint8_t> (Controller::sostenuto), value});
    }
    /** Those that are held, by the time of their strike; in `order`. */
    std::span<const std::uint16_t> inOrder (Order& order) const noexcept;
    bool isKeptByPedal (std::size_t index) const noexcept
    {
        return isCaught_[index] || channels_.isSustained (static_cast<int> (index / kNumKeys));
    }
    void strike (std::size_t index, float velocity) noexcept;
    void letGo (std::size_t index, float velocity) noexcept;
    void followPedals () noexcept;

    ChannelStates channels_;
    std::array<Note, kNumNotes> notes_ {};
    Notes isDown_, isCaught_, isHeld_;
    std::array<bool, kNumChannels> isSostenuto_ {}; ///< the pedal, as it was last seen
    std::uint32_t numStrikes_ = 0;
    bool isMpe_ = false;
};

} // namespace melstrom
