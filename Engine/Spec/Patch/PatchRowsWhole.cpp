// Rows of the whole patch, the filter, and what stands after the mix.
#include "Engine/Spec/Patch/PatchTables.h"

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using enum PatchKey;

constexpr std::string_view kVoiceModes[] {"poly", "mono", "legato"};
constexpr std::string_view kPriorities[] {"last", "low", "high"};
constexpr std::string_view kGlideModes[] {"off", "always", "legato"};
constexpr std::string_view kFilterTypes[] {"off", "low", "band", "high", "notch"};
constexpr std::string_view kFilterSlopes[] {"12db", "24db"};
} // namespace

std::vector<PatchRow> wholePatchRows ()
{
    return {
        target ({volume, "volume", "Volume", "gain of the whole", Unit::decibels, -60, 6, -6}),
        {velocitySensitivity, "velocity_sensitivity", "Velocity Sensitivity",
         "how much of the loudness velocity decides", Unit::none, 0, 1, 0.7f},
        {voiceMode, "voice_mode", "Voice Mode",
         "poly: a voice for each note; mono: one voice; legato: one that begins anew only after a "
         "rest",
         Unit::none, 0, 2, 0, Curve::choice, kVoiceModes},
        {notePriority, "note_priority", "Note Priority",
         "which of the keys that are held sounds, in mono and legato", Unit::none, 0, 2, 0,
         Curve::choice, kPriorities},
        {maxVoices, "max_voices", "Max Voices", "notes at once; then the quietest gives way",
         Unit::voices, 1, 256, 64, Curve::whole},
        target ({transpose, "transpose", "Transpose",
                 "semitones above the key, for the whole voice", Unit::semitones, -24, 24, 0}),
        {keyTracking, "key_tracking", "Key Tracking",
         "how far pitch follows the key: 0 sounds key 60 everywhere", Unit::none, 0, 1, 1},
        {tuningHz, "tuning", "Tuning", "frequency of key 69", Unit::hertz, 380, 480, 440},
        {bendRange, "bend_range", "Bend Range", "how far the pitch wheel reaches", Unit::semitones,
         0, 96, 2},
        {glideMode, "glide_mode", "Glide Mode",
         "when pitch slides from the last note: always, or while that is held", Unit::none, 0, 2, 0,
         Curve::choice, kGlideModes},
        {glideTime, "glide_time", "Glide Time", "how long it slides", Unit::seconds, 0, 10, 0.1f,
         Curve::cubic},
        {seed, "seed", "Seed", "what chance begins with; the same one sounds the same", Unit::none,
         0, 65535, 0, Curve::whole},
    };
}

std::vector<PatchRow> filterRows ()
{
    return {
        {filterType, "type", "Type", "what passes", Unit::none, 0, 4, 0, Curve::choice,
         kFilterTypes},
        {filterSlope, "slope", "Slope", "how steep it is, an octave", Unit::none, 0, 1, 0,
         Curve::choice, kFilterSlopes},
        target ({filterCutoff, "cutoff", "Cutoff", "the frequency at which it turns", Unit::hertz,
                 20, 20000, 20000, Curve::logarithmic}),
        target ({filterResonance, "resonance", "Resonance", "Q: gain at cutoff; 0.7071 has no peak",
                 Unit::none, 0.5f, 20, 0.7071f, Curve::logarithmic}),
        {filterKeyTracking, "key_tracking", "Key Tracking",
         "how far cutoff follows the key, about key 60"},
        {filterEnvelope, "envelope", "Envelope", "how far the modulation envelope moves cutoff",
         Unit::octaves, -8, 8, 0},
    };
}

std::vector<PatchRow> chorusRows ()
{
    return {
        {chorusMix, "mix", "Mix", "share of it in the sound; 0 leaves it out"},
        {chorusRate, "rate", "Rate", "cycles a second of its delays", Unit::hertz, 0.05f, 5, 0.5f,
         Curve::logarithmic},
        {chorusDepth, "depth", "Depth", "how far its delays move", Unit::milliseconds, 0, 10, 3},
    };
}

std::vector<PatchRow> reverbRows ()
{
    return {
        {reverbMix, "mix", "Mix", "share of it in the sound; 0 leaves it out"},
        {reverbTime, "time", "Time", "until it has died away by 60 dB", Unit::seconds, 0.1f, 30, 3,
         Curve::logarithmic},
        {reverbDamping, "damping", "Damping", "how much sooner highs die away", Unit::none, 0, 1,
         0.5f},
        {reverbPredelay, "predelay", "Predelay", "before it begins", Unit::milliseconds, 0, 200,
         10},
    };
}

std::vector<PatchRow> clipRows ()
{
    return {
        {clipOn, "on", "On", "whether the mix x ends in tanh (drive x)", Unit::none, 0, 1, 0,
         Curve::toggle},
        {clipDrive, "drive", "Drive", "gain into the curve", Unit::none, 0.1f, 10, 0.7f,
         Curve::logarithmic},
    };
}

} // namespace melstrom
