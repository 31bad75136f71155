#include "Engine/Realtime/Control/HeardControllers.h"

#include "Engine/Realtime/Control/ChannelState.h"

namespace melstrom
{

ControllerValues sentControllers (const ChannelStates& channels, const PlayedKey& played) noexcept
{
    const int channel = played.channel;
    const int master = channels.masterOf (channel);
    const auto set = [] (float value) { return static_cast<double> (value); };
    ControllerValues sent;
    sent[Glider::bend] = set (channels[channel].bend);
    sent[Glider::zoneBend] = master != channel ? set (channels[master].bend) : 0;
    sent[Glider::pressure] = set (std::max (played.pressure, channels.pressureOf (channel)));
    sent[Glider::wheel] = set (channels.wheelOf (channel));
    sent[Glider::breath] = set (channels.breathOf (channel));
    sent[Glider::timbre] = set (channels.timbreOf (channel));
    sent[Glider::expression] = set (channels.expressionOf (channel));
    sent[Glider::volume] = set (channels.volumeOf (channel));
    sent[Glider::soft] = set (channels.softOf (channel));
    sent[Glider::pan] = set (channels.panOf (channel));
    sent[Glider::resonance] = set (channels.resonanceOf (channel));
    sent[Glider::velocity] = set (played.velocity);
    sent[Glider::key] = played.key;
    return sent;
}

void HeardControllers::snapTo (const ControllerValues& sent) noexcept
{
    for (std::size_t i = 0; i < records_.size (); ++i)
        records_[i].snapTo (sent.values[i]);
    isKnown_ = isSettled_ = true;
}

void HeardControllers::advance (const ControllerValues& sent, double share) noexcept
{
    isSettled_ = true;
    for (std::size_t i = 0; i < records_.size (); ++i)
        if (records_[i].value != sent.values[i] || records_[i].first != sent.values[i])
            isSettled_ = records_[i].advance (sent.values[i], share) && isSettled_;
}

} // namespace melstrom
