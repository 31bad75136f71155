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
        Row {volume, "volume", "Volume", "gain of the whole", Unit::decibels, -60, 6, -6}.target (),
        Row {velocitySensitivity, "velocity_sensitivity", "Velocity Sensitivity",
             "loudness from the softest key to the hardest: 0 none, 1 84 dB", Unit::none, 0, 1,
             0.7f},
        Row {voiceMode, "voice_mode", "Voice Mode",
             "poly: a voice for each note; mono: one voice, whose envelopes each note begins anew "
             "from "
             "where they are; legato: only after a rest"}
            .choice (VoiceMode::poly),
        Row {notePriority, "note_priority", "Note Priority",
             "which of the keys that are held sounds, in mono and legato"}
            .choice (NotePriority::last)
            .idleAt (voiceMode, VoiceMode::poly),
        {maxVoices, "max_voices", "Max Voices", "notes at once; then the quietest gives way",
         Unit::voices, 1, 256, 64, Curve::whole},
        Row {transpose, "transpose", "Transpose", "semitones above the key, for the whole voice",
             Unit::semitones, -24, 24, 0}
            .target (),
        Row {keyTracking, "key_tracking", "Key Tracking",
             "how far pitch follows the key: 0 sounds key 60 everywhere", Unit::none, 0, 1, 1}
            .target (),
        Row {tuningHz, "tuning", "Tuning", "frequency of key 69", Unit::hertz, 380, 480, 440}
            .target (),
        Row {bendRange, "bend_range", "Bend Range", "how far the pitch wheel reaches",
             Unit::semitones, 0, 96, 2}
            .target (),
        Row {glideMode, "glide_mode", "Glide Mode",
             "when pitch slides from the last note: always, or while that is held"}
            .choice (GlideMode::off),
        Row {glideTime, "glide_time", "Glide Time", "how long it slides", Unit::seconds, 0, 10,
             0.1f, Curve::cubic}
            .idleAt (glideMode, GlideMode::off),
        Row {seed, "seed", "Seed", "what chance begins with; the same one sounds the same",
             Unit::none, 0, 65535, 0, Curve::whole}
            .makesTables (),
        Row {velocityCurve, "velocity_curve", "Velocity Curve",
             "0: decibels follow the logarithm of velocity; 1: velocity itself", Unit::none, 0, 1,
             0}
            .since (2)
            .idleAt (velocitySensitivity, 0),
        Row {controllerGlide, "controller_glide", "Controller Glide",
             "how long a step of a wheel, a bend, pressure or a pedal takes from 10 to 90 %",
             Unit::milliseconds, 5, 20, 10}
            .since (2),
        Row {phaseMode, "phase_mode", "Phase Mode",
             "how notes begin; random: by chance, as far as `phase` of the oscillators allows; "
             "reset: all partials at 0; spread: copies of a unison apart, as loud as their mean"}
            .choice (PhaseMode::random)
            .makesTables ()
            .since (2),
        Row {glideBy, "glide_by", "Glide By",
             "time: each glide takes `glide_time`; rate: it takes so long for an octave"}
            .choice (GlideBy::time)
            .idleAt (glideMode, GlideMode::off)
            .since (2),
        Row {mpe, "mpe", "MPE",
             "on: each note has a channel of its own, and channel 1 is for all; controllers that "
             "say "
             "so themselves need no switch"}
            .choice (MpeMode::off)
            .ofPlayer ()
            .since (2),
        Row {mpeBendRange, "mpe_bend_range", "MPE Bend Range",
             "how far a note's own bend reaches while `mpe` is on and the controller says nothing",
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
        Row {filterSlope, "slope", "Slope", "slope beyond the cutoff, an octave"}.choice (
            FilterSlope::db12),
        Row {filterCutoff, "cutoff", "Cutoff", "cutoff frequency", Unit::hertz, 20, 20000, 20000,
             Curve::logarithmic}
            .target (),
        Row {filterResonance, "resonance", "Resonance", "Q: gain at cutoff; 0.7071 has no peak",
             Unit::none, 0.5f, 20, 0.7071f, Curve::logarithmic}
            .target (),
        Row {filterKeyTracking, "key_tracking", "Key Tracking",
             "how far cutoff follows the key, about key 60"}
            .target (),
        Row {filterEnvelope, "envelope", "Envelope", "how far the modulation envelope moves cutoff",
             Unit::octaves, -8, 8, 0}
            .target (),
    });
}

PatchRows chordRows ()
{
    auto rows =
        addedIn (2, switchedByFirst ({
                        Row {chordType, "type", "Type",
                             "the chord that one key plays, which is its root; off: the key alone"}
                            .choice (chordTypeNames ()),
                        Row {chordVoicing, "voicing", "Voicing",
                             "close: tones side by side; open: each second one an octave higher; "
                             "root-octave: close, and the root an octave below"}
                            .choice (ChordVoicing::close),
                        {chordStrum, "strum", "Strum",
                         "between the notes of a chord, from the lowest up; 0: all at once",
                         Unit::milliseconds, 0, 200, 0, Curve::cubic},
                    }));
    for (auto& row : rows)
        row = row.idleUnless (voiceMode, VoiceMode::poly);
    return rows;
}

PatchRows chorusRows ()
{
    return effectRows (switchedByFirst ({
        Row {chorusMix, "mix", "Mix", "share of it in the sound; 0 leaves it out"}.target (),
        {chorusRate, "rate", "Rate", "cycles a second of its delays", Unit::hertz, 0.05f, 5, 0.5f,
         Curve::logarithmic},
        {chorusDepth, "depth", "Depth", "how far its delays move", Unit::milliseconds, 0, 10, 3},
    }));
}

PatchRows reverbRows ()
{
    return effectRows (switchedByFirst ({
        Row {reverbMix, "mix", "Mix", "share of it in the sound; 0 leaves it out"}.target (),
        {reverbTime, "time", "Time", "until it has died away by 60 dB", Unit::seconds, 0.1f, 30, 3,
         Curve::logarithmic},
        {reverbDamping, "damping", "Damping", "how much sooner highs die away", Unit::none, 0, 1,
         0.5f},
        {reverbPredelay, "predelay", "Predelay", "before it begins", Unit::milliseconds, 0, 200,
         10},
    }));
}

PatchRows clipRows ()
{
    return effectRows (switchedByFirst ({
        Row {clipOn, "on", "On", "whether the mix x becomes tanh (drive x)"}.toggle (false),
        {clipDrive, "drive", "Drive", "gain into the curve", Unit::none, 0.1f, 10, 0.7f,
         Curve::logarithmic},
    }));
}

PatchRows equalizerRows ()
{
    const auto gain = [] (PatchKey key, std::string_view name, std::string_view label,
                          std::string_view meaning) -> Row
    { return {key, name, label, meaning, Unit::decibels, -18, 18, 0}; };
    return effectRows (addedIn (
        2,
        {
            gain (eqLowGain, "low_gain", "Low Gain",
                  "gain below the low frequency; 0 leaves it out"),
            Row {eqLowFrequency, "low_frequency", "Low Frequency",
                 "where half of the low gain is reached", Unit::hertz, 20, 2000, 120,
                 Curve::logarithmic}
                .idleAt (eqLowGain, 0),
            gain (eqMidGain, "mid_gain", "Mid Gain", "gain at the mid frequency; 0 leaves it out"),
            Row {eqMidFrequency, "mid_frequency", "Mid Frequency", "centre of the peak",
                 Unit::hertz, 40, 16000, 1000, Curve::logarithmic}
                .idleAt (eqMidGain, 0),
            Row {eqMidQ, "mid_q", "Mid Q", "how narrow the peak is", Unit::none, 0.2f, 10, 1,
                 Curve::logarithmic}
                .idleAt (eqMidGain, 0),
            gain (eqHighGain, "high_gain", "High Gain",
                  "gain above the high frequency; 0 leaves it out"),
            Row {eqHighFrequency, "high_frequency", "High Frequency",
                 "where half of the high gain is reached", Unit::hertz, 1000, 16000, 8000,
                 Curve::logarithmic}
                .idleAt (eqHighGain, 0),
        }));
}

PatchRows delayRows ()
{
    return effectRows (addedIn (
        2, switchedByFirst ({
               Row {delayMix, "mix", "Mix", "share of it in the sound; 0 leaves it out"}.target (),
               Row {delaySync, "sync", "Sync", "free: `time` counts; tempo: `beats` count"}.choice (
                   DelaySync::free),
               Row {delayTime, "time", "Time", "between echoes", Unit::milliseconds, 1, 2000, 375,
                    Curve::logarithmic}
                   .idleAt (delaySync, DelaySync::tempo),
               Row {delayBeats, "beats", "Beats", "between echoes in tempo; 4 s at most",
                    Unit::beats, 0.0625f, 4, 0.75f, Curve::logarithmic}
                   .idleUnless (delaySync, DelaySync::tempo),
               {delayFeedback, "feedback", "Feedback",
                "amplitude of each echo by the one before it", Unit::none, 0, 0.9f, 0.35f},
               Row {delayPingPong, "ping_pong", "Ping-Pong",
                    "echoes change sides, beginning on the left"}
                   .toggle (false),
               {delayCutoff, "cutoff", "Cutoff",
                "of the low-pass that each echo passes once more; 20 kHz leaves it out",
                Unit::hertz, 200, 20000, 8000, Curve::logarithmic},
           })));
}

PatchRows outputRows ()
{
    return effectRows (
        addedIn (2, {{outputGain, "gain", "Gain", "gain behind all effects: loudness without drive",
                      Unit::decibels, -24, 12, 0}}));
}

} // namespace melstrom
