// How high a voice sounds.
#pragma once

#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/NoteTime.h"

namespace melstrom
{

/** Semitones; 69 is the patch's tuningHz, in an absolute tuning 440 Hz. */
struct VoicePitch
{
    double key = 60;      ///< in its tuning, gliding: what the filter follows
    double sounding = 60; ///< with key tracking, transposition, bends and pitch envelope
};

VoicePitch pitchAt (const ControlContext& context, const Voice& voice, const VoiceValues& values,
                    const NoteTime& time) noexcept;

/** Cycles a sample of an oscillator's fundamental: 0 .. kHighestFundamental. oscillator: 0 or 1 */
double fundamentalAt (const ControlContext& context, const VoiceValues& values,
                      double soundingPitch, int oscillator) noexcept;

/** Short of half the rate; partials up there have faded out. */
inline constexpr double kHighestFundamental = 0.4999;

} // namespace melstrom
