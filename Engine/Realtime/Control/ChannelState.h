// Wheels, pedals and pressure of sixteen MIDI channels, and what MPE makes of them.
#pragma once

#include "Engine/Realtime/Control/SynthEvent.h"

#include <array>
#include <cstddef>
#include <optional>

namespace melstrom
{

inline constexpr int kNumChannels = 16;
/** Masters of MPE's zones. */
inline constexpr int kLowerMaster = 0, kUpperMaster = kNumChannels - 1;
/** A member's bend range after RPN 6, until RPN 0 says otherwise. Source: MPE 1.0, 2.4. */
inline constexpr float kMemberBendSemitones = 48;

/** Numbers of the controllers that are understood. Source: MIDI 1.0, table 3; MPE 1.0; General MIDI 2. */
enum class Controller : std::uint8_t
{
    wheel = 1,
    breath = 2,
    portamentoTime = 5,
    dataCoarse = 6,
    volume = 7,
    pan = 10,
    expression = 11,
    dataFine = 38,
    sustain = 64,
    portamento = 65,
    sostenuto = 66,
    soft = 67,
    resonance = 71,
    timbre = 74,
    reverbSend = 91,
    chorusSend = 93,
    unregisteredFine = 98,
    unregisteredCoarse = 99,
    registeredFine = 100,
    registeredCoarse = 101,
    allSoundOff = 120,
    resetControllers = 121,
    allNotesOff = 123 ///< and 124 .. 127, the changes of mode, which imply it
};

struct ChannelState
{
    float bend = 0; ///< -1 .. 1
    float pressure = 0, wheel = 0, breath = 0, expression = 1, timbre = 0.5f;
    float volume = 1, pan = 0, soft = 0,
          resonance = 0; ///< pan, resonance: -1 .. 1, sent as 0 .. 127 about 64
    /** the pedal's share of the way to where it holds, which is half way down: 0 .. 1 */
    float sustain = 0;
    bool sostenutoPedal = false;       ///< down from half way on
    float bendRangeSemitones = -1;     ///< by RPN 0; below 0: the patch's own
    float fineCents = 0;               ///< by RPN 1: -100 .. 100
    float coarseSemitones = 0;         ///< by RPN 2: -64 .. 63
    std::optional<float> glideSeconds; ///< by controller 5; empty: the patch's
    std::optional<bool> glides;        ///< by controller 65; empty: as the patch has it
};

/** Follows controllers. Thread: the one that renders; allocates nothing. */
class ChannelStates
{
public:
    /** As if nothing was ever sent; the switch stays. */
    void reset () noexcept;
    /** The switch for controllers that do not say RPN 6: where it is on and no zone was made, channel 1 is master of all others.
        Their bend range is `memberBendSemitones` until RPN 0 comes on one of them, whenever it came; the master's is the
        patch's. */
    void setMpe (bool isOn, float memberBendSemitones) noexcept
    {
        isMpe_ = isOn;
        memberBendSemitones_ = memberBendSemitones;
    }
    /** Takes bend, pressure and controllers 1, 2, 5, 7, 10, 11, 64 to 67, 71, 74, 121, RPN 0 (bend range), 1 and 2 (tuning) and
        RPN 6 (MPE zones: MIDI Polyphonic Expression 1.0). Other events are not its own, nor are those of channels above 15.
        121 puts back what MIDI's RP-015 names, and breath: not ranges and tunings, volume and pan, the time of glides, nor
        timbre and resonance; portamento, which RP-015 switches off, goes back to the patch; a master's those of its whole zone. RPN 0 on a member counts for all members of its zone. RPN 6 sets bend ranges as MPE does: 2
        semitones for the master, 48 for members; channels that leave a zone go back to the patch's; of two zones
        that overlap the newer wins. */
    void apply (const SynthEvent& event) noexcept;

    const ChannelState& operator[] (int channel) const noexcept
    {
        return channels_[static_cast<std::size_t> (channel)];
    }

    /** The master of the MPE zone that a channel is a member of; the channel itself outside of zones. */
    int masterOf (int channel) const noexcept;
    bool isMember (int channel) const noexcept { return masterOf (channel) != channel; }
    /** Whether a message on `sender` is for `channel`: its own, or its zone's master's. */
    bool isHeardBy (int channel, int sender) const noexcept
    {
        return channel == sender || masterOf (channel) == sender;
    }
    /** Semitones of all bends that a note on this channel hears: its own (of members see setMpe) and its master's.
        own, zone: -1 .. 1, where the bends of the channel and of its master have glided to */
    double bendSemitones (int channel, double patchRange, double own, double zone) const noexcept;
    float pressureOf (int channel) const noexcept;   ///< the larger of its own and its master's
    float wheelOf (int channel) const noexcept;      ///< likewise
    float breathOf (int channel) const noexcept;     ///< likewise
    float expressionOf (int channel) const noexcept; ///< its own times its master's
    float
    timbreOf (int channel) const noexcept; ///< 0 .. 1; both distances from the middle together
    float volumeOf (int channel) const noexcept;    ///< its own times its master's
    float softOf (int channel) const noexcept;      ///< the larger of its own and its master's
    float panOf (int channel) const noexcept;       ///< -1 .. 1; both together
    float resonanceOf (int channel) const noexcept; ///< likewise
    /** By RPN 1 and 2 of the channel and of its master. */
    double tuningSemitones (int channel) const noexcept;
    /** Controller 65 lets all notes glide where the patch lets none, and none where it lets some; a member whose channel was
        sent none follows its master. */
    GlideMode glideModeOf (int channel, GlideMode ofPatch) const noexcept;
    double glideSecondsOf (int channel,
                           double ofPatch) const noexcept; ///< by controller 5, likewise
    float sustainOf (int channel) const noexcept; ///< the larger of its own and its master's
    /** By its own or its master's pedal. */
    bool isSustained (int channel) const noexcept { return sustainOf (channel) >= 1; }
    bool isSostenuto (int channel) const noexcept; ///< likewise

private:
    struct ParameterNumber
    {
        int coarse = 127, fine = 127; ///< 127, 127: none
    };
    void applyController (int channel, int number, float value) noexcept;
    void applyData (int channel, float value) noexcept;
    void applyFineData (int channel, float value) noexcept;
    void setBendRange (int channel, float semitones) noexcept;
    void setZone (int master, int numMembers) noexcept;
    void resetControllers (int channel) noexcept;
    ChannelState& at (int channel) noexcept
    {
        return channels_[static_cast<std::size_t> (channel)];
    }
    float sumOfBoth (int channel, float ChannelState::*value) const noexcept;
    const ChannelState& masterStateOf (int channel) const noexcept
    {
        return (*this)[masterOf (channel)];
    }

    std::array<ChannelState, kNumChannels> channels_ {};
    std::array<ParameterNumber, kNumChannels> numbers_ {};
    bool hasZone () const noexcept { return lowerMembers_ > 0 || upperMembers_ > 0; }
    int lowerMembers () const noexcept
    {
        return isMpe_ && ! hasZone () ? kNumChannels - 1 : lowerMembers_;
    }

    int lowerMembers_ = 0, upperMembers_ = 0; ///< of MPE zones that RPN 6 made; 0: no zone
    bool isMpe_ = false;
    float memberBendSemitones_ = kMemberBendSemitones;
};

} // namespace melstrom
