// Wheels, pedals and pressure of sixteen MIDI channels, and MPE zones.
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
/** A member's bend range after RPN 6, until RPN 0 sets another. Source: MPE 1.0, 2.4. */
inline constexpr float kMemberBendSemitones = 48;

/** Numbers of the supported controllers. Source: MIDI 1.0, table 3; MPE 1.0; General MIDI 2. */
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
    allNotesOff = 123 ///< also 124 .. 127, mode changes that imply it
};

/** True for messages that end the notes of a channel: all sound off, all notes off and the mode
    changes. */
constexpr bool endsNotes (Controller number) noexcept
{
    return number == Controller::allSoundOff || number >= Controller::allNotesOff;
}

struct ChannelState
{
    float bend = 0; ///< -1 .. 1
    float pressure = 0, wheel = 0, breath = 0, expression = 1, timbre = 0.5f;
    float volume = 1, pan = 0, soft = 0,
          resonance = 0; ///< pan, resonance: -1 .. 1, sent as 0 .. 127 about 64
    /** pedal position, 0 .. 1; 1: half way down or lower, where it holds notes */
    float sustain = 0;
    bool sostenutoPedal = false;       ///< down from half way on
    float bendRangeSemitones = -1;     ///< by RPN 0; below 0: the patch's
    float fineCents = 0;               ///< by RPN 1: -100 .. 100
    float coarseSemitones = 0;         ///< by RPN 2: -64 .. 63
    std::optional<float> glideSeconds; ///< by controller 5; empty: the patch's
    std::optional<bool> glides;        ///< by controller 65; empty: the patch's
};

/** State of all channels. Thread: the rendering thread; allocates nothing. */
class ChannelStates
{
public:
    /** Resets to the state before any message; keeps the setting of setMpe. */
    void reset () noexcept;
    /** MPE mode for controllers that send no RPN 6: if it is on and no zone exists, channel 1 is
        the master of all other channels. Their bend range is `memberBendSemitones`, unless RPN 0 on
        one of them set another, before or after this call; the master's is the patch's. */
    void setMpe (bool isOn, float memberBendSemitones) noexcept
    {
        isMpe_ = isOn;
        memberBendSemitones_ = memberBendSemitones;
    }
    /** Handles bend, channel pressure and controllers 1, 2, 5, 7, 10, 11, 64 to 67, 71, 74, 121,
        RPN 0 (bend range), 1 and 2 (tuning) and RPN 6 (MPE zones: MIDI Polyphonic Expression 1.0).
        Ignores other events, and channels above 15.
        Controller 121 resets the controllers of MIDI's RP-015, and breath. It keeps ranges,
        tunings, volume, pan, glide time, timbre and resonance. Portamento, which RP-015 switches
        off, returns to the patch's setting. On a master, 121 resets its whole zone.
        RPN 0 on a member applies to all members of its zone. RPN 6 sets the bend ranges of MPE: 2
        semitones for the master, 48 for members. Channels that leave a zone return to the patch's
        range. Of two overlapping zones the newer one wins. */
    void apply (const SynthEvent& event) noexcept;

    const ChannelState& operator[] (int channel) const noexcept
    {
        return channels_[static_cast<std::size_t> (channel)];
    }

    /** The master of a member's MPE zone; of other channels the channel itself. */
    int masterOf (int channel) const noexcept;
    bool isMember (int channel) const noexcept { return masterOf (channel) != channel; }
    /** Whether messages on `sender` apply to `channel`: `sender` is the channel or its zone's
        master. */
    bool isHeardBy (int channel, int sender) const noexcept
    {
        return channel == sender || masterOf (channel) == sender;
    }
    /** Semitones of all bends for a note on this channel: the channel's (for members see setMpe)
        plus its master's. own, zone: -1 .. 1, the smoothed bends of channel and master */
    double bendSemitones (int channel, double patchRange, double own, double zone) const noexcept;
    float pressureOf (int channel) const noexcept;   ///< the larger of its own and its master's
    float wheelOf (int channel) const noexcept;      ///< likewise
    float breathOf (int channel) const noexcept;     ///< likewise
    float expressionOf (int channel) const noexcept; ///< its own times its master's
    float timbreOf (int channel) const noexcept; ///< 0 .. 1; sum of both distances from the middle
    float volumeOf (int channel) const noexcept; ///< its own times its master's
    float softOf (int channel) const noexcept;   ///< the larger of its own and its master's
    float panOf (int channel) const noexcept;    ///< -1 .. 1; sum of both
    float resonanceOf (int channel) const noexcept; ///< likewise
    /** Sum of RPN 1 and 2 of the channel and of its master. */
    double tuningSemitones (int channel) const noexcept;
    /** Controller 65 on: the patch's mode, or `always` if that is off. Controller 65 off: no
        glides. A member without a controller 65 of its own follows its master. */
    GlideMode glideModeOf (int channel, GlideMode ofPatch) const noexcept;
    double glideSecondsOf (int channel,
                           double ofPatch) const noexcept; ///< by controller 5, likewise
    float sustainOf (int channel) const noexcept; ///< the larger of its own and its master's
    /** By the channel's or its master's pedal. */
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

    int lowerMembers_ = 0, upperMembers_ = 0; ///< members of the zones by RPN 6; 0: no zone
    bool isMpe_ = false;
    float memberBendSemitones_ = kMemberBendSemitones;
};

} // namespace melstrom
