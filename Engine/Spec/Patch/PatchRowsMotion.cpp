// Rows of what moves a voice: envelopes, LFOs, filter, macros, chord mode and the matrix.
#include "Engine/Spec/Harmony/ChordVoicing.h"
#include "Engine/Spec/Patch/PatchTables.h"

#include <array>
#include <utility>

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using Row = PatchRow;
using enum PatchKey;

constexpr std::string_view kCurveMeaning =
    "shape of the stages, with x from 0 to 1 over a stage and s the sustain level; exponential: "
    "attack 1 - exp (-5x), decay s + (1 - s) exp (-3x), release exp (-5x); gentle: attack 1 - exp "
    "(-3x), decay s + (1 - s) exp (-3x), release exp (-3x); linear: straight lines";

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
/** Initial values of an envelope, and the lowest values that chance gives it. */
struct EnvelopeStart
{
    float attackSeconds, decaySeconds, sustain, releaseSeconds;
    float leastAttackSeconds, leastSustain;
};

PatchRows envelopeRows (int distance, const EnvelopeStart& start)
{
    PatchRows rows {
        Row {ampAttack, "attack", "time from the key press to the highest level", 0, 20,
             start.attackSeconds, Unit::seconds, Curve::cubic}
            .target ()
            .byChance (start.leastAttackSeconds, 1.5f),
        Row {ampHold, "hold", "time at the highest level", 0, 20, 0, Unit::seconds, Curve::cubic}
            .target ()
            .byChance (0, 0.3f, 0.3),
        Row {ampDecay, "decay", "time from the highest level to sustain", 0, 20, start.decaySeconds,
             Unit::seconds, Curve::cubic}
            .target ()
            .byChance (0.1f, 4),
        Row {ampSustain, "sustain", "level while the key is held", 0, 1, start.sustain}
            .target ()
            .byChance (start.leastSustain, 1),
        Row {ampRelease, "release",
             "time from the key release until the level has fallen by 43 dB (curve exponential), "
             "by 26 dB (gentle) or to 0 (linear)",
             0, 20, start.releaseSeconds, Unit::seconds, Curve::cubic}
            .target ()
            .byChance (0.1f, 3),
        Row {ampCurve, "curve", kCurveMeaning}.choice (EnvelopeCurve::exponential).byChance (),
    };
    return rowsMovedBy (distance, std::move (rows));
}
PatchRows pitchEnvelopeRows ()
{
    return switchedByFirst ({
        Row {pitchAmount, "amount", "semitones above its key at which a note begins", -96, 96, 0,
             Unit::semitones}
            .byChance (0, 12, 0.1),
        Row {pitchTime, "time", "time until the note reaches its key", 0, 10, 0.1f, Unit::seconds,
             Curve::cubic}
            .target ()
            .byChance (0.02f, 0.3f),
        Row {pitchCurve, "curve",
             "shape of the way to the key, like the decay of the other envelopes"}
            .choice (EnvelopeCurve::linear)
            .byChance (),
    });
}

PatchRows lfoRows (int lfo)
{
    PatchRows rows {
        Row {lfo1Shape, "shape",
             "shape of a cycle; steps: holds a random value in each cycle; drift: moves smoothly "
             "between random values"}
            .choice (LfoShape::sine)
            .byChance (),
        Row {lfo1Rate, "rate", "cycles per second; not used with `sync` tempo", 0.01f, 50, 1,
             Unit::hertz, Curve::logarithmic}
            .target ()
            .idleAt (lfo1Sync, LfoSync::tempo)
            .byChance (0.1f, 8),
        Row {lfo1Sync, "sync",
             "free: one cycle for all notes; note: each note starts its own cycle; tempo: the "
             "cycle follows the song's beats"}
            .choice (LfoSync::free)
            .byChance (),
        Row {lfo1Beats, "beats", "length of a cycle with `sync` tempo", 0.0625f, 64, 4, Unit::beats,
             Curve::logarithmic}
            .idleUnless (lfo1Sync, LfoSync::tempo)
            .byChance (0.25f, 16),
        Row {lfo1Phase, "phase", "share of a cycle by which the LFO is ahead"}.byChance (),
        Row {lfo1Fade, "fade", "time from the key press to full depth", 0, 20, 0, Unit::seconds,
             Curve::cubic}
            .byChance (0, 2, 0.3),
    };
    return rowsMovedBy (lfo * kLfoKeys, std::move (rows));
}

PatchRows filterRows ()
{
    return switchedByFirst ({
        Row {filterType, "type", "which frequencies pass"}.choice (FilterType::off).byChance (),
        Row {filterSlope, "slope", "slope per octave beyond the cutoff"}
            .choice (FilterSlope::db12)
            .byChance (),
        Row {filterCutoff, "cutoff", "cutoff frequency", 20, 20000, 20000, Unit::hertz,
             Curve::logarithmic}
            .target ()
            .byChance (200, 12000),
        Row {filterResonance, "resonance", "Q, the gain at the cutoff; 0.7071: no peak", 0.5f, 20,
             0.7071f, Unit::none, Curve::logarithmic}
            .target ()
            .byChance (0.5f, 6),
        Row {filterKeyTracking, "key_tracking",
             "share by which the cutoff follows the key, relative to key 60"}
            .target ()
            .byChance (),
        Row {filterEnvelope, "envelope",
             "shift of the cutoff at the peak of the modulation envelope", -8, 8, 0, Unit::octaves}
            .target ()
            .byChance (-2, 4),
    });
}

PatchRows macroRows ()
{
    constexpr std::string_view kMeaning = "knob that the matrix can use as a source";
    return {{macro1, "1", kMeaning},
            {macro2, "2", kMeaning},
            {macro3, "3", kMeaning},
            {macro4, "4", kMeaning}};
}

PatchRows chordRows ()
{
    auto rows = switchedByFirst ({
        Row {chordType, "type",
             "chord that one key plays, with the key as its root; off: the key "
             "alone"}
            .choice (chordTypeNames ()),
        Row {chordVoicing, "voicing",
             "close: adjacent tones; open: every second tone an octave higher; "
             "root-octave: close, with the root added an octave lower"}
            .choice (ChordVoicing::close),
        {chordStrum, "strum",
         "time between two notes of a chord, lowest note first; 0: all at once", 0, 200, 0,
         Unit::milliseconds, Curve::cubic},
    });
    for (auto& row : rows)
        row.idleUnless (voiceMode, VoiceMode::poly);
    return rows;
}

PatchRows matrixRows (int row, std::span<const std::string_view> targetNames)
{
    constexpr auto kNone = ModulationSource::none;
    PatchRows rows {
        Row {matrixSource, "source", "source that moves the target"}.choice (kNone),
        Row {matrixTarget, "target", "parameter that the source moves"}.choice (targetNames),
        {matrixDepth, "depth", "share of the knob's range by which a source at 1 moves the target",
         -1, 1, 0},
        Row {matrixVia, "via", "second source; its value multiplies the depth; none: 1"}
            .choice (kNone)
            .since (2),
    };
    return rowsMovedBy (row * kMatrixKeys, std::move (rows));
}
} // namespace

PatchTableRows motionTables ()
{
    using Group = SurpriseGroup;
    return {{{"amp", "Amplitude Envelope", "Amp", "Envelopes of amplitude and modulation",
              Group::envelopes},
             envelopeRows (0, {0.005f, 0.3f, 1, 0.1f, 0.002f, 0.2f})},
            {{"mod", "Modulation Envelope", "Mod", "", Group::envelopes},
             envelopeRows (kEnvelopeKeys, {0, 0.5f, 0, 0.5f, 0, 0})},
            {{"pitch", "Pitch Envelope", "Pitch", "Pitch envelope", Group::envelopes},
             pitchEnvelopeRows ()},
            {{"lfo1", "LFO 1", "LFO 1", "LFOs", Group::modulation}, lfoRows (0)},
            {{"lfo2", "LFO 2", "LFO 2", "", Group::modulation}, lfoRows (1)},
            {{"filter", "Filter", "Filter", "Filter", Group::filter}, filterRows ()},
            {{"macro", "Macros", "Macro", "Macros", {}}, macroRows ()},
            {{"chord", "Chord", "Chord", "Chord mode", {}}, addedIn (2, chordRows ())}};
}

PatchTableRows matrixTables (std::span<const std::string_view> targetNames)
{
    PatchTableRows tables;
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const auto number = std::to_string (row + 1);
        const auto label = "Matrix " + number;
        tables.push_back (
            {{"matrix" + number, label, label, row == 0 ? "Matrix" : "", SurpriseGroup::modulation},
             matrixRows (row, targetNames)});
    }
    return tables;
}

} // namespace melstrom
