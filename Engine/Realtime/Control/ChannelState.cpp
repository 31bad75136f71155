// Controllers of a channel, registered parameters, and the zones of MPE.
#include "Engine/Realtime/Control/ChannelState.h"

#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kBendRangeParameter = 0, kFineParameter = 1, kCoarseParameter = 2, kZoneParameter = 6;
// MPE 1.0, 2.4: default range until RPN 0 sets another.
constexpr float kMasterBendSemitones = 2;
constexpr float kPatchBend = ChannelState {}.bendRangeSemitones;

/** The controller's original value of seven bits. */
int sevenBits (float value) noexcept
{
    return std::clamp (static_cast<int> (std::lround (value * 127)), 0, 127);
}

/** 64 is the middle. Source: General MIDI 2, pan: 0 and 1 are left. */
float aboutMiddle (float value) noexcept
{
    return std::max (-1.0f, static_cast<float> (sevenBits (value) - 64) / 63);
}

/** Source: MIDI 1.0: a switch is on from 64 on; the receiver may interpret values below 64. */
float shareOfHold (float pedal) noexcept
{
    return static_cast<float> (std::min (sevenBits (pedal), 64)) / 64;
}

bool isDown (float pedal) noexcept
{
    return pedal >= 0.5f;
}
} // namespace

void ChannelStates::reset () noexcept
{
    const bool isMpe = isMpe_;
    const float memberBend = memberBendSemitones_;
    *this = {};
    setMpe (isMpe, memberBend);
}

void ChannelStates::apply (const SynthEvent& event) noexcept
{
    if (event.channel >= kNumChannels)
        return;
    switch (event.kind)
    {
        case SynthEventKind::bend: at (event.channel).bend = event.value; break;
        case SynthEventKind::channelPressure: at (event.channel).pressure = event.value; break;
        case SynthEventKind::controller:
            applyController (event.channel, event.key, event.value);
            break;
        default: break;
    }
}

void ChannelStates::applyController (int channel, int number, float value) noexcept
{
    auto& state = at (channel);
    auto& parameter = numbers_[static_cast<std::size_t> (channel)];
    switch (static_cast<Controller> (number))
    {
        case Controller::wheel: state.wheel = value; break;
        case Controller::breath: state.breath = value; break;
        case Controller::expression: state.expression = value; break;
        case Controller::timbre: state.timbre = value; break;
        case Controller::volume: state.volume = value; break;
        case Controller::pan: state.pan = aboutMiddle (value); break;
        case Controller::soft: state.soft = value; break;
        case Controller::resonance: state.resonance = aboutMiddle (value); break;
        case Controller::portamentoTime:
            state.glideSeconds = valueAt (parameterOf (PatchKey::glideTime), value);
            break;
        case Controller::portamento: state.glides = isDown (value); break;
        case Controller::sustain: state.sustain = shareOfHold (value); break;
        case Controller::sostenuto: state.sostenutoPedal = isDown (value); break;
        case Controller::registeredFine: parameter.fine = sevenBits (value); break;
        case Controller::registeredCoarse: parameter.coarse = sevenBits (value); break;
        // Data after these is for an unsupported parameter.
        case Controller::unregisteredFine:
        case Controller::unregisteredCoarse: parameter = {}; break;
        case Controller::dataCoarse: applyData (channel, value); break;
        case Controller::dataFine: applyFineData (channel, value); break;
        case Controller::resetControllers:
            for (int other = 0; other < kNumChannels; ++other)
                if (isHeardBy (other, channel))
                    resetControllers (other);
            break;
        default: break;
    }
}

void ChannelStates::applyData (int channel, float value) noexcept
{
    const auto parameter = numbers_[static_cast<std::size_t> (channel)];
    if (parameter.coarse != 0)
        return;
    const int data = sevenBits (value);
    if (parameter.fine == kBendRangeParameter)
        setBendRange (channel, static_cast<float> (data));
    else if (parameter.fine == kFineParameter) // of 14 bits, 8192 in the middle, the upper seven
        at (channel).fineCents = static_cast<float> (data - 64) * (100.0f / 64);
    else if (parameter.fine == kCoarseParameter)
        at (channel).coarseSemitones = static_cast<float> (data - 64);
    else if (parameter.fine == kZoneParameter)
        setZone (channel, sevenBits (value));
}

void ChannelStates::applyFineData (int channel, float value) noexcept
{
    const auto parameter = numbers_[static_cast<std::size_t> (channel)];
    const float range = at (channel).bendRangeSemitones;
    if (parameter.coarse == 0 && parameter.fine == kBendRangeParameter && range >= 0)
        setBendRange (channel, std::floor (range) + static_cast<float> (sevenBits (value)) / 100);
    if (parameter.coarse == 0 && parameter.fine == kFineParameter)
    {
        float& cents = at (channel).fineCents;
        const float upper = std::floor (cents * 0.64f + 0.0001f); // value of the coarse half
        cents = (upper + static_cast<float> (sevenBits (value)) / 128) * (100.0f / 64);
    }
}

void ChannelStates::setBendRange (int channel, float semitones) noexcept
{
    at (channel).bendRangeSemitones = semitones;
    if (isMember (channel))
        for (int other = 0; other < kNumChannels; ++other)
            if (isMember (other) && masterOf (other) == masterOf (channel))
                at (other).bendRangeSemitones = semitones;
}

void ChannelStates::setZone (int master, int numMembers) noexcept
{
    if ((master != kLowerMaster && master != kUpperMaster) || numMembers >= kNumChannels)
        return;
    const ChannelStates before = *this;
    auto& own = master == kLowerMaster ? lowerMembers_ : upperMembers_;
    auto& other = master == kLowerMaster ? upperMembers_ : lowerMembers_;
    const bool hadZones[] = {own > 0, other > 0};
    own = numMembers;
    // Two masters leave fourteen channels; a zone of all fifteen takes the other's master too.
    if (own > 0)
        other = std::clamp (kNumChannels - 2 - own, 0, other);

    for (int channel = 0; channel < kNumChannels; ++channel)
        if (own > 0 && isMember (channel) && masterOf (channel) == master)
            at (channel).bendRangeSemitones = kMemberBendSemitones;
        else if (masterOf (channel) != before.masterOf (channel) ||
                 (own == 0 && hadZones[0] && masterOf (channel) == master))
            at (channel).bendRangeSemitones = kPatchBend;
    if (own > 0)
        at (master).bendRangeSemitones = kMasterBendSemitones;
    else if (hadZones[0])
        at (master).bendRangeSemitones = kPatchBend;
    if (const int otherMaster = kUpperMaster - master;
        hadZones[1] && other == 0 && ! isMember (otherMaster))
        at (otherMaster).bendRangeSemitones = kPatchBend;
}

void ChannelStates::resetControllers (int channel) noexcept
{
    // RP-015 keeps the setup of an instrument: ranges, volume, sound controllers such as timbre.
    const auto before = at (channel);
    at (channel) = {};
    at (channel).timbre = before.timbre;
    at (channel).resonance = before.resonance;
    at (channel).volume = before.volume;
    at (channel).pan = before.pan;
    at (channel).bendRangeSemitones = before.bendRangeSemitones;
    at (channel).fineCents = before.fineCents;
    at (channel).coarseSemitones = before.coarseSemitones;
    at (channel).glideSeconds = before.glideSeconds;
    numbers_[static_cast<std::size_t> (channel)] = {};
}

} // namespace melstrom
