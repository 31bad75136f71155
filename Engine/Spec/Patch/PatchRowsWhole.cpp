// Rows of the whole patch, the filter, chord mode and the effects.
#include "Engine/Spec/Harmony/ChordVoicing.h"
#include "Engine/Spec/Patch/PatchTables.h"

#include <array>

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using Row = PatchRow;
using enum PatchKey;

/** "off", then the names in the order of ChordQuality. */
std::span<const std::string_view> chordTypeNames ()
{
    static const auto names = []
    {
        std::array<std::string_view, kNumChordQualities + 1> all {"off"};
        for (const auto& row : chordQualityRows ())
            all[static_cast<std::size_t> (row.quality) + 1] = row.name;
        return all;
    }();
    return names;
}
} // namespace

PatchRows wholePatchRows ()
{
    return {
        Row {volume, "volume", "Volume", "gain of all voices, before the effects", Unit::decibels,
             -60, 6, -6}
            .target (),
        Row {velocitySensitivity, "velocity_sensitivity", "Velocity Sensitivity",
             "level range from the softest key to the hardest; 0: none, 1: 84 dB", Unit::none, 0, 1,
             0.7f},
        Row {voiceMode, "voice_mode", "Voice Mode",
             "poly: a voice for each note; mono: one voice, each note restarts its envelopes from "
             "their present level; legato: one voice, only a note after a rest restarts them"}
            .choice (VoiceMode::poly),
        Row {notePriority, "note_priority", "Note Priority",
             "which held key sounds in mono and legato"}
            .choice (NotePriority::last)
            .idleAt (voiceMode, VoiceMode::poly),
        {maxVoices, "max_voices", "Max Voices",
         "greatest number of notes at once; a further note replaces the quietest note",
         Unit::voices, 1, 256, 64, Curve::whole},
        Row {transpose, "transpose", "Transpose", "semitones above the key, for the whole voice",
             Unit::semitones, -24, 24, 0}
            .target (),
        Row {keyTracking, "key_tracking", "Key Tracking",
             "share by which pitch follows the key; 0: every key sounds like key 60", Unit::none, 0,
             1, 1}
            .target (),
        Row {tuningHz, "tuning", "Tuning", "frequency of key 69", Unit::hertz, 380, 480, 440}
            .target (),
        Row {bendRange, "bend_range", "Bend Range", "greatest bend of the pitch wheel",
             Unit::semitones, 0, 96, 2}
            .target (),
        Row {glideMode, "glide_mode", "Glide Mode",
             "always: pitch slides from the last note; legato: only while the last note is held"}
            .choice (GlideMode::off),
        Row {glideTime, "glide_time", "Glide Time",
             "duration of a glide, or of each octave of a glide (see `glide_by`)", Unit::seconds, 0,
             10, 0.1f, Curve::cubic}
            .idleAt (glideMode, GlideMode::off),
        Row {seed, "seed", "Seed", "seed of the random numbers; the same seed gives the same sound",
             Unit::none, 0, 65535, 0, Curve::whole}
            .makesTables (),
        Row {velocityCurve, "velocity_curve", "Velocity Curve",
             "0: decibels follow the logarithm of velocity; 1: decibels follow velocity",
             Unit::none, 0, 1, 0}
            .since (2)
            .idleAt (velocitySensitivity, 0),
        Row {controllerGlide, "controller_glide", "Controller Glide",
             "rise time from 10 to 90 % of a step of a wheel, a bend, pressure or a pedal",
             Unit::milliseconds, 5, 20, 10}
            .since (2),
        Row {phaseMode, "phase_mode", "Phase Mode",
             "start phases of partials; random: random within `phase` of the oscillator; reset: 0 "
             "for all partials; spread: different for each copy of a unison, so that copies begin "
             "with their mean power"}
            .choice (PhaseMode::random)
            .makesTables ()
            .since (2),
        Row {glideBy, "glide_by", "Glide By",
             "time: each glide takes `glide_time`; rate: each octave of a glide takes `glide_time`"}
            .choice (GlideBy::time)
            .idleAt (glideMode, GlideMode::off)
            .since (2),
        Row {mpe, "mpe", "MPE",
             "on: each note has its own channel, and channel 1 acts on all notes; controllers that "
             "announce MPE need no switch"}
            .choice (MpeMode::off)
            .ofPlayer ()
            .since (2),
        Row {mpeBendRange, "mpe_bend_range", "MPE Bend Range",
             "greatest bend of a single note while `mpe` is on and the controller sends no range",
             Unit::semitones, 0, 96, 48}
            .ofPlayer ()
            .since (2)
            .idleAt (mpe, MpeMode::off),
    };
}

PatchRows filterRows ()
{
    return switchedByFirst ({
        Row {filterType, "type", "Type", "which frequencies pass"}.choice (FilterType::off),
        Row {filterSlope, "slope", "Slope", "slope per octave beyond the cutoff"}.choice (
            FilterSlope::db12),
        Row {filterCutoff, "cutoff", "Cutoff", "cutoff frequency", Unit::hertz, 20, 20000, 20000,
             Curve::logarithmic}
            .target (),
        Row {filterResonance, "resonance", "Resonance",
             "Q, the gain at the cutoff; 0.7071: no peak", Unit::none, 0.5f, 20, 0.7071f,
             Curve::logarithmic}
            .target (),
        Row {filterKeyTracking, "key_tracking", "Key Tracking",
             "share by which the cutoff follows the key, relative to key 60"}
            .target (),
        Row {filterEnvelope, "envelope", "Envelope",
             "shift of the cutoff at the peak of the modulation envelope", Unit::octaves, -8, 8, 0}
            .target (),
    });
}

PatchRows chordRows ()
{
    auto rows =
        addedIn (2, switchedByFirst ({
                        Row {chordType, "type", "Type",
                             "chord that one key plays, with the key as its root; off: the key "
                             "alone"}
                            .choice (chordTypeNames ()),
                        Row {chordVoicing, "voicing", "Voicing",
                             "close: adjacent tones; open: every second tone an octave higher; "
                             "root-octave: close, with the root added an octave lower"}
                            .choice (ChordVoicing::close),
                        {chordStrum, "strum", "Strum",
                         "time between two notes of a chord, lowest note first; 0: all at once",
                         Unit::milliseconds, 0, 200, 0, Curve::cubic},
                    }));
    for (auto& row : rows)
        row = row.idleUnless (voiceMode, VoiceMode::poly);
    return rows;
}

PatchRows chorusRows ()
{
    return effectRows (switchedByFirst ({
        Row {chorusMix, "mix", "Mix", "share of the effect in the sound; 0: off"}.target (),
        {chorusRate, "rate", "Rate", "cycles per second of its moving delays", Unit::hertz, 0.05f,
         5, 0.5f, Curve::logarithmic},
        {chorusDepth, "depth", "Depth", "distance by which its delays move", Unit::milliseconds, 0,
         10, 3},
    }));
}

PatchRows reverbRows ()
{
    return effectRows (switchedByFirst ({
        Row {reverbMix, "mix", "Mix", "share of the effect in the sound; 0: off"}.target (),
        {reverbTime, "time", "Time", "decay time to -60 dB", Unit::seconds, 0.1f, 30, 3,
         Curve::logarithmic},
        {reverbDamping, "damping", "Damping",
         "decay of high frequencies; 0: as slow as other frequencies; 1: fastest", Unit::none, 0, 1,
         0.5f},
        {reverbPredelay, "predelay", "Predelay", "delay before the reverb begins",
         Unit::milliseconds, 0, 200, 10},
    }));
}

PatchRows clipRows ()
{
    return effectRows (switchedByFirst ({
        Row {clipOn, "on", "On", "replaces the mix x by tanh (drive x)"}.toggle (false),
        {clipDrive, "drive", "Drive", "gain before the tanh curve", Unit::none, 0.1f, 10, 0.7f,
         Curve::logarithmic},
    }));
}

PatchRows equalizerRows ()
{
    const auto gain = [] (PatchKey key, std::string_view name, std::string_view label,
                          std::string_view meaning) -> Row
    { return {key, name, label, meaning, Unit::decibels, -18, 18, 0}; };
    return effectRows (addedIn (
        2, {
               gain (eqLowGain, "low_gain", "Low Gain", "gain below the low frequency; 0: off"),
               Row {eqLowFrequency, "low_frequency", "Low Frequency",
                    "frequency with half of the low gain", Unit::hertz, 20, 2000, 120,
                    Curve::logarithmic}
                   .idleAt (eqLowGain, 0),
               gain (eqMidGain, "mid_gain", "Mid Gain", "gain at the mid frequency; 0: off"),
               Row {eqMidFrequency, "mid_frequency", "Mid Frequency", "centre of the peak",
                    Unit::hertz, 40, 16000, 1000, Curve::logarithmic}
                   .idleAt (eqMidGain, 0),
               Row {eqMidQ, "mid_q", "Mid Q", "Q: a higher value makes the peak narrower",
                    Unit::none, 0.2f, 10, 1, Curve::logarithmic}
                   .idleAt (eqMidGain, 0),
               gain (eqHighGain, "high_gain", "High Gain", "gain above the high frequency; 0: off"),
               Row {eqHighFrequency, "high_frequency", "High Frequency",
                    "frequency with half of the high gain", Unit::hertz, 1000, 16000, 8000,
                    Curve::logarithmic}
                   .idleAt (eqHighGain, 0),
           }));
}

PatchRows delayRows ()
{
    return effectRows (addedIn (
        2, switchedByFirst ({
               Row {delayMix, "mix", "Mix", "share of the effect in the sound; 0: off"}.target (),
               Row {delaySync, "sync", "Sync",
                    "free: `time` sets the time between echoes; tempo: `beats` sets it"}
                   .choice (DelaySync::free),
               Row {delayTime, "time", "Time", "time between echoes", Unit::milliseconds, 1, 2000,
                    375, Curve::logarithmic}
                   .idleAt (delaySync, DelaySync::tempo),
               Row {delayBeats, "beats", "Beats",
                    "beats between echoes with `sync` tempo; 4 s at most", Unit::beats, 0.0625f, 4,
                    0.75f, Curve::logarithmic}
                   .idleUnless (delaySync, DelaySync::tempo),
               {delayFeedback, "feedback", "Feedback",
                "amplitude of an echo relative to the echo before it", Unit::none, 0, 0.9f, 0.35f},
               Row {delayPingPong, "ping_pong", "Ping-Pong",
                    "echoes alternate between left and right; the first is on the left"}
                   .toggle (false),
               {delayCutoff, "cutoff", "Cutoff",
                "cutoff of the low-pass in the feedback path; 20 kHz: off", Unit::hertz, 200, 20000,
                8000, Curve::logarithmic},
           })));
}

PatchRows outputRows ()
{
    return effectRows (addedIn (2, {{outputGain, "gain", "Gain",
                                     "gain after all effects; changes loudness, not the drive of "
                                     "the clip",
                                     Unit::decibels, -24, 12, 0}}));
}

} // namespace melstrom
