// Rows of the whole patch.
#include "Engine/Spec/Patch/PatchTables.h"

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using Row = PatchRow;
using enum PatchKey;

PatchRows wholeRows ()
{
    return {
        Row {volume, "volume", "gain of all voices, before the effects", -60, 6, -6, Unit::decibels}
            .target ()
            .byChance (-18, -14),
        Row {velocitySensitivity, "velocity_sensitivity",
             "level range from the softest key to the hardest; 0: none, 1: 84 dB", 0, 1, 0.7f},
        Row {voiceMode, "voice_mode",
             "poly: a voice for each note; mono: one voice, each note restarts its envelopes from "
             "their present level; legato: one voice, only a note after a rest restarts them"}
            .choice (VoiceMode::poly),
        Row {notePriority, "note_priority", "which held key sounds in mono and legato"}
            .choice (NotePriority::last)
            .idleAt (voiceMode, VoiceMode::poly),
        {maxVoices, "max_voices",
         "greatest number of notes at once; a further note replaces the quietest note", 1, 256, 64,
         Unit::voices, Curve::whole},
        Row {transpose, "transpose", "semitones above the key, for the whole voice", -24, 24, 0,
             Unit::semitones}
            .target (),
        Row {keyTracking, "key_tracking",
             "share by which pitch follows the key; 0: every key sounds like key 60", 0, 1, 1}
            .target (),
        Row {tuningHz, "tuning", "frequency of key 69", 380, 480, 440, Unit::hertz}.target (),
        Row {bendRange, "bend_range", "greatest bend of the pitch wheel", 0, 96, 2, Unit::semitones}
            .target (),
        Row {glideMode, "glide_mode",
             "always: pitch slides from the last note; legato: only while the last note is held"}
            .choice (GlideMode::off),
        Row {glideTime, "glide_time",
             "duration of a glide, or of each octave of a glide (see `glide_by`)", 0, 10, 0.1f,
             Unit::seconds, Curve::cubic}
            .idleAt (glideMode, GlideMode::off),
        Row {seed, "seed", "seed of the random numbers; the same seed gives the same sound", 0,
             65535, 0, Unit::none, Curve::whole}
            .makesTables (),
        Row {velocityCurve, "velocity_curve",
             "0: decibels follow the logarithm of velocity; 1: decibels follow velocity"}
            .since (2)
            .idleAt (velocitySensitivity, 0),
        Row {controllerGlide, "controller_glide",
             "rise time from 10 to 90 % of a step of a wheel, a bend, pressure or a pedal", 5, 20,
             10, Unit::milliseconds}
            .since (2),
        Row {phaseMode, "phase_mode",
             "start phases of partials; random: random within `phase` of the oscillator; reset: 0 "
             "for all partials; spread: different for each copy of a unison, so that copies begin "
             "with their mean power"}
            .choice (PhaseMode::random)
            .makesTables ()
            .since (2),
        Row {glideBy, "glide_by",
             "time: each glide takes `glide_time`; rate: each octave of a glide takes `glide_time`"}
            .choice (GlideBy::time)
            .idleAt (glideMode, GlideMode::off)
            .since (2),
        Row {mpe, "mpe",
             "on: each note has its own channel, and channel 1 acts on all notes; controllers that "
             "announce MPE need no switch"}
            .labelled ("MPE")
            .choice (MpeMode::off)
            .ofPlayer ()
            .since (2),
        Row {mpeBendRange, "mpe_bend_range",
             "greatest bend of a single note while `mpe` is on and the controller sends no range",
             0, 96, 48, Unit::semitones}
            .labelled ("MPE Bend Range")
            .ofPlayer ()
            .since (2)
            .idleAt (mpe, MpeMode::off),
    };
}
} // namespace

PatchTableRows wholeTables ()
{
    return {{{"patch", "Patch", "", "The whole", SurpriseGroup::oscillators}, wholeRows ()}};
}

} // namespace melstrom
