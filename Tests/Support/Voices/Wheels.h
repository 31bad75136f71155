// Wheels and pedals, sent to the states of sixteen channels.
#pragma once

#include "Engine/Realtime/Control/ChannelState.h"

#include <vector>

namespace melstrom::testing
{

struct Wheels
{
    void send (SynthEventKind kind, int channel, int number, float value)
    {
        states.apply ({0, kind, static_cast<std::uint8_t> (channel),
                       static_cast<std::uint8_t> (number), value});
    }
    void bend (float value, int channel) { send (SynthEventKind::bend, channel, 0, value); }
    void pressure (float value, int channel)
    {
        send (SynthEventKind::channelPressure, channel, 0, value);
    }
    void control (int number, int sevenBits, int channel)
    {
        send (SynthEventKind::controller, channel, number, static_cast<float> (sevenBits) / 127);
    }
    void registered (int parameter, int data, int channel)
    {
        control (101, 0, channel);
        control (100, parameter, channel);
        control (6, data, channel);
    }
    void zone (int master, int numMembers) { registered (6, numMembers, master); }
    /** Bend of the channel and of its master together; the patch's bend range is 7. */
    double bendSemitones (int channel) const
    {
        const auto bendOf = [&] (int of) { return static_cast<double> (states[of].bend); };
        return states.bendSemitones (channel, 7, bendOf (channel),
                                     bendOf (states.masterOf (channel)));
    }
    /** Semitones of a full bend on this channel alone; the patch's bend range is 7. */
    double fullBend (int channel)
    {
        bend (1, channel);
        const double semitones = bendSemitones (channel);
        bend (0, channel);
        return semitones;
    }
    std::vector<int> masters () const
    {
        std::vector<int> found;
        for (int channel = 0; channel < kNumChannels; ++channel)
            found.push_back (states.masterOf (channel));
        return found;
    }
    ChannelStates states;
};

using Channels = std::vector<int>;
inline const Channels kNoZones {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

} // namespace melstrom::testing
