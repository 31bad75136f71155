// Rows of modulation: envelopes, LFOs, macros and the matrix.
#include "Engine/Spec/Patch/PatchTables.h"

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
    "with x from 0 to 1 over a stage, exponential: attack 1 - exp (-5x), decay s + (1 - s) exp "
    "(-3x), release exp (-5x); gentle: 1 - exp (-3x), decay and release exp (-3x); linear";

/** Initial values of an envelope. */
struct EnvelopeStart
{
    float attackSeconds, decaySeconds, sustain, releaseSeconds;
};

PatchRows envelopeRows (int distance, const EnvelopeStart& start)
{
    PatchRows rows {
        Row {ampAttack, "attack", "Attack", "from the key to the highest level", Unit::seconds, 0,
             20, start.attackSeconds, Curve::cubic}
            .target (),
        Row {ampHold, "hold", "Hold", "at the highest level", Unit::seconds, 0, 20, 0, Curve::cubic}
            .target (),
        Row {ampDecay, "decay", "Decay", "from there to sustain", Unit::seconds, 0, 20,
             start.decaySeconds, Curve::cubic}
            .target (),
        Row {ampSustain, "sustain", "Sustain", "level while the key is held", Unit::none, 0, 1,
             start.sustain}
            .target (),
        Row {ampRelease, "release", "Release",
             "from the end of the key until the sound has fallen by 43 dB (curve exponential) or "
             "26 dB "
             "(gentle), or is silent (linear)",
             Unit::seconds, 0, 20, start.releaseSeconds, Curve::cubic}
            .target (),
        Row {ampCurve, "curve", "Curve", kCurveMeaning}.choice (EnvelopeCurve::exponential),
    };
    return rowsMovedBy (distance, std::move (rows));
}
} // namespace

PatchRows ampEnvelopeRows ()
{
    return envelopeRows (0, {0.005f, 0.3f, 1, 0.1f});
}

PatchRows modEnvelopeRows ()
{
    return envelopeRows (kEnvelopeKeys, {0, 0.5f, 0, 0.5f});
}

PatchRows pitchEnvelopeRows ()
{
    return switchedByFirst ({
        {pitchAmount, "amount", "Amount", "how far above its key a note begins", Unit::semitones,
         -96, 96, 0},
        Row {pitchTime, "time", "Time", "until it is on its key", Unit::seconds, 0, 10, 0.1f,
             Curve::cubic}
            .target (),
        Row {pitchCurve, "curve", "Curve",
             "how the semitones above the key go: as the decay of the other envelopes"}
            .choice (EnvelopeCurve::linear),
    });
}

PatchRows lfoRows (int lfo)
{
    PatchRows rows {
        Row {lfo1Shape, "shape", "Shape",
             "of a cycle; steps holds a random value for each, drift goes smoothly between "
             "them"}
            .choice (LfoShape::sine),
        Row {lfo1Rate, "rate", "Rate", "cycles a second, but not in tempo", Unit::hertz, 0.01f, 50,
             1, Curve::logarithmic}
            .target ()
            .idleAt (lfo1Sync, LfoSync::tempo),
        Row {lfo1Sync, "sync", "Sync",
             "free: all notes hear one cycle; note: it begins with each note; tempo: it follows "
             "the song's beats"}
            .choice (LfoSync::free),
        Row {lfo1Beats, "beats", "Beats", "length of a cycle in tempo", Unit::beats, 0.0625f, 64, 4,
             Curve::logarithmic}
            .idleUnless (lfo1Sync, LfoSync::tempo),
        {lfo1Phase, "phase", "Phase", "share of a cycle by which it is ahead"},
        {lfo1Fade, "fade", "Fade", "from the key to its whole depth", Unit::seconds, 0, 20, 0,
         Curve::cubic},
    };
    return rowsMovedBy (lfo * kLfoKeys, std::move (rows));
}

PatchRows macroRows ()
{
    constexpr std::string_view kMeaning = "a knob for the matrix to use";
    return {{macro1, "1", "1", kMeaning},
            {macro2, "2", "2", kMeaning},
            {macro3, "3", "3", kMeaning},
            {macro4, "4", "4", kMeaning}};
}

PatchRows matrixRows (int row, std::span<const std::string_view> targetNames)
{
    const auto keyOf = [row] (PatchKey key) { return matrixKey (row, key); };
    return {
        Row {keyOf (matrixSource), "source", "Source", "what moves the target"}.choice (
            ModulationSource::none),
        Row {keyOf (matrixTarget), "target", "Target", "the parameter that is moved"}.choice (
            targetNames),
        {keyOf (matrixDepth), "depth", "Depth",
         "share of the target's knob by which a source at 1 turns it", Unit::none, -1, 1, 0},
        Row {keyOf (matrixVia), "via", "Via",
             "a second source, by whose strength the depth is multiplied; none: by 1"}
            .choice (ModulationSource::none)
            .since (2),
    };
}

} // namespace melstrom
