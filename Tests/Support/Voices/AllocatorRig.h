// A keyboard, pedals and a clock for tests of a voice allocator.
#pragma once

#include "Engine/Realtime/Allocation/VoiceAllocator.h"

#include <vector>

namespace melstrom::testing
{

struct AllocatorRig
{
    explicit AllocatorRig (const AllocatorSettings& settings = {}, std::uint32_t firstSequence = 0)
    {
        allocator.reset (firstSequence);
        allocator.setSettings (settings);
    }

    /** A tuning in which no key has the pitch of its number. */
    static double pitchOf (int key) { return 0.5 * key + 0.25; }

    void send (SynthEventKind kind, int channel, int key, float value)
    {
        const SynthEvent event {sample, kind, static_cast<std::uint8_t> (channel),
                                static_cast<std::uint8_t> (key), value};
        channels.apply (event);
        allocator.apply (event, channels, pitchOf (key));
    }
    void on (int key, int channel = 0, float velocity = 0.8f)
    {
        send (SynthEventKind::noteOn, channel, key, velocity);
    }
    void off (int key, int channel = 0, float velocity = 0.3f)
    {
        send (SynthEventKind::noteOff, channel, key, velocity);
    }
    void strike (const std::vector<int>& keys)
    {
        for (const int key : keys)
            on (key);
    }
    /** sevenBits: the MIDI value, 0 .. 127 */
    void control (int number, int sevenBits, int channel = 0)
    {
        send (SynthEventKind::controller, channel, number, static_cast<float> (sevenBits) / 127);
    }
    void sustain (bool isDown, int channel = 0) { control (64, isDown ? 127 : 0, channel); }
    void sostenuto (bool isDown, int channel = 0) { control (66, isDown ? 127 : 0, channel); }
    void registered (int parameter, int data, int channel)
    {
        control (101, 0, channel);
        control (100, parameter, channel);
        control (6, data, channel);
    }
    /** Sends MPE's configuration message. master: 0 or 15 */
    void zone (int master, int numMembers) { registered (6, numMembers, master); }
    void wait (std::int64_t numSamples) { sample += numSamples; }

    /** Keys of the voices in a state, from the oldest note to the newest. */
    std::vector<int> keys (VoiceState state) const
    {
        std::vector<int> found;
        for (const auto place : allocator.sounding ())
            if (const auto& voice = at (place); voice.state == state)
                found.push_back (voice.key);
        return found;
    }
    std::vector<int> held () const { return keys (VoiceState::held); }
    std::vector<int> sustained () const { return keys (VoiceState::sustained); }
    std::vector<int> released () const { return keys (VoiceState::released); }
    std::vector<int> fading () const { return keys (VoiceState::fading); }

    const Voice& at (int place) const
    {
        return allocator.voices ()[static_cast<std::size_t> (place)];
    }
    /** The newest note but numNewer. */
    const Voice& newest (std::size_t numNewer = 0) const
    {
        const auto order = allocator.sounding ();
        return at (order[order.size () - 1 - numNewer]);
    }
    /** Sets the level that an envelope would have. */
    void setLevel (int key, float level)
    {
        for (auto& voice : allocator.voices ())
            if (voice.key == key)
                voice.level = level;
    }
    void finishAll (VoiceState state)
    {
        for (int place = 0; place < kVoicePlaces; ++place)
            if (at (place).state == state)
                allocator.finish (place);
    }

    VoiceAllocator allocator;
    ChannelStates channels;
    std::int64_t sample = 1000;
};

using Keys = std::vector<int>;

} // namespace melstrom::testing
