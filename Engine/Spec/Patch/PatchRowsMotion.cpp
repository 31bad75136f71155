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
    "shape of the stages, with x from 0 to 1 over a stage and s the sustain level; exponential: "
    "attack 1 - exp (-5x), decay s + (1 - s) exp (-3x), release exp (-5x); gentle: attack 1 - exp "
    "(-3x), decay s + (1 - s) exp (-3x), release exp (-3x); linear: straight lines";

/** Initial values of an envelope. */
struct EnvelopeStart
{
    float attackSeconds, decaySeconds, sustain, releaseSeconds;
};

PatchRows envelopeRows (int distance, const EnvelopeStart& start)
{
    PatchRows rows {
        Row {ampAttack, "attack", "Attack", "time from the key press to the highest level",
             Unit::seconds, 0, 20, start.attackSeconds, Curve::cubic}
            .target (),
        Row {ampHold, "hold", "Hold", "time at the highest level", Unit::seconds, 0, 20, 0,
             Curve::cubic}
            .target (),
        Row {ampDecay, "decay", "Decay", "time from the highest level to sustain", Unit::seconds, 0,
             20, start.decaySeconds, Curve::cubic}
            .target (),
        Row {ampSustain, "sustain", "Sustain", "level while the key is held", Unit::none, 0, 1,
             start.sustain}
            .target (),
        Row {ampRelease, "release", "Release",
             "time from the key release until the level has fallen by 43 dB (curve exponential), "
             "by 26 dB (gentle) or to 0 (linear)",
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
        {pitchAmount, "amount", "Amount", "semitones above its key at which a note begins",
         Unit::semitones, -96, 96, 0},
        Row {pitchTime, "time", "Time", "time until the note reaches its key", Unit::seconds, 0, 10,
             0.1f, Curve::cubic}
            .target (),
        Row {pitchCurve, "curve", "Curve",
             "shape of the way to the key, like the decay of the other envelopes"}
            .choice (EnvelopeCurve::linear),
    });
}

PatchRows lfoRows (int lfo)
{
    PatchRows rows {
        Row {lfo1Shape, "shape", "Shape",
             "shape of a cycle; steps: holds a random value in each cycle; drift: moves smoothly "
             "between random values"}
            .choice (LfoShape::sine),
        Row {lfo1Rate, "rate", "Rate", "cycles per second; not used with `sync` tempo", Unit::hertz,
             0.01f, 50, 1, Curve::logarithmic}
            .target ()
            .idleAt (lfo1Sync, LfoSync::tempo),
        Row {lfo1Sync, "sync", "Sync",
             "free: one cycle for all notes; note: each note starts its own cycle; tempo: the "
             "cycle follows the song's beats"}
            .choice (LfoSync::free),
        Row {lfo1Beats, "beats", "Beats", "length of a cycle with `sync` tempo", Unit::beats,
             0.0625f, 64, 4, Curve::logarithmic}
            .idleUnless (lfo1Sync, LfoSync::tempo),
        {lfo1Phase, "phase", "Phase", "share of a cycle by which the LFO is ahead"},
        {lfo1Fade, "fade", "Fade", "time from the key press to full depth", Unit::seconds, 0, 20, 0,
         Curve::cubic},
    };
    return rowsMovedBy (lfo * kLfoKeys, std::move (rows));
}

PatchRows macroRows ()
{
    constexpr std::string_view kMeaning = "knob that the matrix can use as a source";
    return {{macro1, "1", "1", kMeaning},
            {macro2, "2", "2", kMeaning},
            {macro3, "3", "3", kMeaning},
            {macro4, "4", "4", kMeaning}};
}

PatchRows matrixRows (int row, std::span<const std::string_view> targetNames)
{
    const auto keyOf = [row] (PatchKey key) { return matrixKey (row, key); };
    return {
        Row {keyOf (matrixSource), "source", "Source", "source that moves the target"}.choice (
            ModulationSource::none),
        Row {keyOf (matrixTarget), "target", "Target", "parameter that the source moves"}.choice (
            targetNames),
        {keyOf (matrixDepth), "depth", "Depth",
         "share of the knob's range by which a source at 1 moves the target", Unit::none, -1, 1, 0},
        Row {keyOf (matrixVia), "via", "Via",
             "second source; its value multiplies the depth; none: 1"}
            .choice (ModulationSource::none)
            .since (2),
    };
}

} // namespace melstrom
