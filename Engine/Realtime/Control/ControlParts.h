// Pitch of a voice.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/NoteTime.h"

namespace melstrom
{

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

} // namespace melstrom
