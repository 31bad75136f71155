// Parts of a voice's control point: its pitch with the glide, its level and its LFOs.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/NoteTime.h"
#include "Engine/Realtime/Control/Voice.h"

#include <algorithm>

namespace melstrom
{

/** Pitch of a note during its glide, in semitones at `sample`: a line from voice.glideFromPitch at
    voice.glideSample to ownPitch, reached after voice.glideSeconds; before glideSample the start
    pitch; ownPitch if glideSeconds is 0. A pure function.
    ownPitch: of the voice's key in the tuning. Thread: any. */
inline double glidedPitch (const Voice& voice, double ownPitch, std::int64_t sample,
                           double sampleRateHz) noexcept
{
    const double glideSamples = voice.glideSeconds * sampleRateHz;
    const auto elapsedSamples = static_cast<double> (sample - voice.glideSample);
    if (! (glideSamples > 0 && elapsedSamples < glideSamples))
        return ownPitch;
    const double remainingRatio = 1.0 - std::max (elapsedSamples, 0.0) / glideSamples;
    return ownPitch + (voice.glideFromPitch - ownPitch) * remainingRatio;
}

/** Semitones; 69 is the patch's tuningHz, or 440 Hz in an absolute tuning. */
struct VoicePitch
{
    double key = 60;      ///< in its tuning, with glide: for the filter's key tracking
    double sounding = 60; ///< with key tracking, transposition, bends and pitch envelope
};

VoicePitch pitchAt (const ControlContext& context, const Voice& voice, const VoiceValues& values,
                    const NoteTime& time) noexcept;

/** An oscillator's fundamental in cycles per sample: 0 .. kHighestFundamental. oscillator: 0, 1 */
double fundamentalAt (const ControlContext& context, const VoiceValues& values,
                      double soundingPitch, int oscillator) noexcept;

/** Just below half the rate; partials there have faded out. */
inline constexpr double kHighestFundamental = 0.4999;

// Level: velocity, envelope, fades and volumes.

/** See controlAt. velocity: 0 .. 1 */
double velocityGain (const VoiceValues& values, double velocity) noexcept;

/** The amplitude envelope at an instant. */
struct HeardEnvelope
{
    double level = 0; ///< with velocity and fades
    bool isOver = false;
};
HeardEnvelope heardEnvelope (const BareControl& bare, const ControlContext& context,
                             const Voice& voice) noexcept;

/** The factor of an oscillator's level: heardLevel with volume, expression and the channel's
    volume. */
float levelGain (const BareControl& bare, double heardLevel) noexcept;

/** The value of an LFO for one voice: -1 .. 1 at the context's control point. A note-synced LFO has
    a random seed per note; other LFOs are one wave for all voices. lfo: 0 .. kNumLfos - 1;
    noteSeconds: since the start of the note.
    thread  the rendering thread
    fails   never */
double lfoOf (const ControlContext& context, const Voice& voice, const VoiceValues& values, int lfo,
              double noteSeconds) noexcept;

} // namespace melstrom
