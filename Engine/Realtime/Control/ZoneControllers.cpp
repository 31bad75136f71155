// A channel's effective controllers: its own combined with those of its zone's master.
#include "Engine/Realtime/Control/ChannelState.h"

#include <algorithm>

namespace melstrom
{

int ChannelStates::masterOf (int channel) const noexcept
{
    if (channel > kLowerMaster && channel <= lowerMembers ())
        return kLowerMaster;
    if (channel < kUpperMaster && channel >= kUpperMaster - upperMembers_)
        return kUpperMaster;
    return channel;
}

double ChannelStates::bendSemitones (int channel, double patchRange, double own,
                                     double zone) const noexcept
{
    const auto rangeOf = [] (const ChannelState& state, double unsetRange)
    {
        return state.bendRangeSemitones < 0 ? unsetRange
                                            : static_cast<double> (state.bendRangeSemitones);
    };
    if (! isMember (channel))
        return own * rangeOf ((*this)[channel], patchRange);
    return own * rangeOf ((*this)[channel], static_cast<double> (memberBendSemitones_)) +
           zone * rangeOf (masterStateOf (channel), patchRange);
}

float ChannelStates::pressureOf (int channel) const noexcept
{
    return std::max ((*this)[channel].pressure, masterStateOf (channel).pressure);
}

float ChannelStates::wheelOf (int channel) const noexcept
{
    return std::max ((*this)[channel].wheel, masterStateOf (channel).wheel);
}

float ChannelStates::breathOf (int channel) const noexcept
{
    return std::max ((*this)[channel].breath, masterStateOf (channel).breath);
}

float ChannelStates::expressionOf (int channel) const noexcept
{
    const float own = (*this)[channel].expression;
    return isMember (channel) ? own * masterStateOf (channel).expression : own;
}

float ChannelStates::timbreOf (int channel) const noexcept
{
    const float own = (*this)[channel].timbre;
    return isMember (channel) ? std::clamp (own + masterStateOf (channel).timbre - 0.5f, 0.0f, 1.0f)
                              : own;
}

float ChannelStates::volumeOf (int channel) const noexcept
{
    const float own = (*this)[channel].volume;
    return isMember (channel) ? own * masterStateOf (channel).volume : own;
}

float ChannelStates::softOf (int channel) const noexcept
{
    return std::max ((*this)[channel].soft, masterStateOf (channel).soft);
}

float ChannelStates::sumOfBoth (int channel, float ChannelState::*value) const noexcept
{
    const float own = (*this)[channel].*value;
    return isMember (channel) ? std::clamp (own + masterStateOf (channel).*value, -1.0f, 1.0f)
                              : own;
}

float ChannelStates::panOf (int channel) const noexcept
{
    return sumOfBoth (channel, &ChannelState::pan);
}

float ChannelStates::resonanceOf (int channel) const noexcept
{
    return sumOfBoth (channel, &ChannelState::resonance);
}

double ChannelStates::tuningSemitones (int channel) const noexcept
{
    const auto of = [] (const ChannelState& state)
    {
        return static_cast<double> (state.coarseSemitones) +
               static_cast<double> (state.fineCents) / 100;
    };
    return of ((*this)[channel]) + (isMember (channel) ? of (masterStateOf (channel)) : 0);
}

GlideMode ChannelStates::glideModeOf (int channel, GlideMode ofPatch) const noexcept
{
    const auto& own = (*this)[channel].glides;
    const auto& said = own ? own : masterStateOf (channel).glides;
    if (! said)
        return ofPatch;
    if (! *said)
        return GlideMode::off;
    return ofPatch == GlideMode::off ? GlideMode::always : ofPatch;
}

double ChannelStates::glideSecondsOf (int channel, double ofPatch) const noexcept
{
    const auto& own = (*this)[channel].glideSeconds;
    const auto& said = own ? own : masterStateOf (channel).glideSeconds;
    return said ? static_cast<double> (*said) : ofPatch;
}

float ChannelStates::sustainOf (int channel) const noexcept
{
    return std::max ((*this)[channel].sustain, masterStateOf (channel).sustain);
}

bool ChannelStates::isSostenuto (int channel) const noexcept
{
    return (*this)[channel].sostenutoPedal || masterStateOf (channel).sostenutoPedal;
}

} // namespace melstrom
