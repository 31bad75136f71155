// A naive model of keys and pedals, and random events for it.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"

#include <random>

namespace melstrom::testing
{

constexpr int kFirstKey = 40, kNumModelKeys = 12, kZoneMembers = 5;

/** State of one key on one channel. */
struct ModelKey
{
    bool isDown = false, isCaught = false, isSounding = false;
    int strike = 0; ///< number of its last strike among all strikes
};

/** One rule per line; channels 0 .. kZoneMembers are an MPE zone. */
struct KeyboardModel
{
    ModelKey keys[kNumChannels][kNumModelKeys];
    bool sustain[kNumChannels] = {}, sostenuto[kNumChannels] = {}, wasSostenuto[kNumChannels] = {};
    int numStrikes = 0;

    static int master (int channel) { return channel <= kZoneMembers ? 0 : channel; }
    static bool hears (int channel, int sender)
    {
        return channel == sender || master (channel) == sender;
    }
    template <typename Action>
    void forEach (Action action)
    {
        for (int channel = 0; channel < kNumChannels; ++channel)
            for (auto& key : keys[channel])
                action (channel, key);
    }
    void strike (int channel, int key)
    {
        auto& struck = keys[channel][key - kFirstKey];
        struck = {true, struck.isCaught, true, ++numStrikes};
    }
    /** Call after any event but a strike. */
    void settle ()
    {
        forEach (
            [&] (int channel, ModelKey& key)
            {
                const bool is = sostenuto[channel] || sostenuto[master (channel)];
                key.isCaught = is && (key.isCaught || (key.isDown && ! wasSostenuto[channel]));
                const bool isSustained = sustain[channel] || sustain[master (channel)];
                key.isSounding = key.isSounding && (key.isDown || isSustained || key.isCaught);
            });
        for (int channel = 0; channel < kNumChannels; ++channel)
            wasSostenuto[channel] = sostenuto[channel] || sostenuto[master (channel)];
    }
    void apply (const SynthEvent& event)
    {
        using enum SynthEventKind;
        const bool isController = event.kind == controller;
        if (event.kind == noteOn && event.value > 0)
            return strike (event.channel, event.key);
        if (event.kind == noteOn || event.kind == noteOff)
            keys[event.channel][event.key - kFirstKey].isDown = false;
        if (isController && event.key == 64)
            sustain[event.channel] = event.value >= 0.5f;
        if (isController && event.key == 66)
            sostenuto[event.channel] = event.value >= 0.5f;
        for (int channel = 0; channel < kNumChannels; ++channel)
            if (isController && event.key == 121 && hears (channel, event.channel))
                sustain[channel] = sostenuto[channel] = false;
        forEach (
            [&] (int channel, ModelKey& key)
            {
                const bool isMeant = isController && hears (channel, event.channel);
                const bool isOver = event.kind == allNotesOff || event.kind == allSoundOff ||
                                    (isMeant && event.key == 120);
                key.isDown = key.isDown && ! isOver && ! (isMeant && event.key == 123);
                key.isSounding = key.isSounding && ! isOver;
            });
        settle ();
    }
};

/** Mostly notes, sometimes a pedal, rarely a message that ends many notes. */
inline SynthEvent randomEvent (std::mt19937& random)
{
    const auto below = [&] (int limit)
    { return static_cast<int> (random () % static_cast<unsigned> (limit)); };
    SynthEvent event;
    event.channel = static_cast<std::uint8_t> (below (kNumChannels));
    event.key = static_cast<std::uint8_t> (kFirstKey + below (kNumModelKeys));
    event.value = static_cast<float> (below (128)) / 127;
    const int dice = below (1000);
    const auto control = [&] (int number)
    {
        event.kind = SynthEventKind::controller;
        event.key = static_cast<std::uint8_t> (number);
    };
    if (dice < 450)
        event.kind = SynthEventKind::noteOn;
    else if (dice < 850)
        event.kind = SynthEventKind::noteOff;
    else if (dice < 988)
        control (dice < 910 ? 64 : dice < 970 ? 66 : dice < 980 ? 1 : 121);
    else if (dice < 996)
        control (dice < 992 ? 123 : 120);
    else
        event.kind = dice < 998 ? SynthEventKind::allNotesOff : SynthEventKind::allSoundOff;
    return event;
}

} // namespace melstrom::testing
