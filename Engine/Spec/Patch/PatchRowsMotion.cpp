// Rows of what moves sound: envelopes, LFOs, macros and the matrix.
#include "Engine/Spec/Patch/PatchTables.h"

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using enum PatchKey;

constexpr std::string_view kCurves[] {"exponential", "gentle", "linear"};
constexpr std::string_view kLfoShapes[] {"sine",   "triangle", "ramp_up", "ramp_down",
                                         "square", "steps",    "drift"};
constexpr std::string_view kLfoSyncs[] {"free", "note", "tempo"};
constexpr std::string_view kSources[] {
    "none",   "velocity",   "key",    "bend",         "wheel",        "pressure",
    "timbre", "expression", "breath", "amp_envelope", "mod_envelope", "lfo1",
    "lfo2",   "random",     "macro1", "macro2",       "macro3",       "macro4"};
static_assert (std::size (kSources) == kNumModulationSources);

constexpr std::string_view kCurveMeaning =
    "with x from 0 to 1 over a stage, exponential: attack 1 - exp (-5x), decay s + (1 - s) exp "
    "(-3x), release exp (-5x); gentle: 1 - exp (-3x), decay and release exp (-3x); linear";

/** What the two envelopes begin with. */
struct EnvelopeStart
{
    float attackSeconds, decaySeconds, sustain, releaseSeconds;
};

std::vector<PatchRow> envelopeRows (int distance, const EnvelopeStart& start)
{
    std::vector<PatchRow> rows {
        {ampAttack, "attack", "Attack", "from the key to the highest level", Unit::seconds, 0, 20,
         start.attackSeconds, Curve::cubic},
        {ampHold, "hold", "Hold", "at the highest level", Unit::seconds, 0, 20, 0, Curve::cubic},
        {ampDecay, "decay", "Decay", "from there to sustain", Unit::seconds, 0, 20,
         start.decaySeconds, Curve::cubic},
        {ampSustain, "sustain", "Sustain", "level while the key is held", Unit::none, 0, 1,
         start.sustain},
        {ampRelease, "release", "Release", "from the end of the key to silence", Unit::seconds, 0,
         20, start.releaseSeconds, Curve::cubic},
        {ampCurve, "curve", "Curve", kCurveMeaning, Unit::none, 0, 2, 0, Curve::choice, kCurves},
    };
    for (auto& row : rows)
        row.key = keyAfter (row.key, distance);
    return rows;
}
} // namespace

std::vector<PatchRow> ampEnvelopeRows ()
{
    return envelopeRows (0, {0.005f, 0.3f, 1, 0.1f});
}

std::vector<PatchRow> modEnvelopeRows ()
{
    return envelopeRows (kEnvelopeKeys, {0, 0.5f, 0, 0.5f});
}

std::vector<PatchRow> pitchEnvelopeRows ()
{
    return {
        {pitchAmount, "amount", "Amount", "how far above its key a note begins", Unit::semitones,
         -96, 96, 0},
        {pitchTime, "time", "Time", "until it is on its key", Unit::seconds, 0, 10, 0.1f,
         Curve::cubic},
        {pitchCurve, "curve", "Curve",
         "how the semitones above the key go: as the decay of the other envelopes", Unit::none, 0,
         2, 2, Curve::choice, kCurves},
    };
}

std::vector<PatchRow> lfoRows (int lfo)
{
    std::vector<PatchRow> rows {
        {lfo1Shape, "shape", "Shape",
         "of a cycle; steps holds a random value for each, drift goes smoothly between them",
         Unit::none, 0, 6, 0, Curve::choice, kLfoShapes},
        {lfo1Rate, "rate", "Rate", "cycles a second, but not in tempo", Unit::hertz, 0.01f, 50, 1,
         Curve::logarithmic},
        {lfo1Sync, "sync", "Sync",
         "free: all notes hear one cycle; note: it begins with each note; tempo: it follows the "
         "song's beats",
         Unit::none, 0, 2, 0, Curve::choice, kLfoSyncs},
        {lfo1Beats, "beats", "Beats", "length of a cycle in tempo", Unit::beats, 0.0625f, 64, 4,
         Curve::logarithmic},
        {lfo1Phase, "phase", "Phase", "share of a cycle by which it is ahead"},
        {lfo1Fade, "fade", "Fade", "from the key to its whole depth", Unit::seconds, 0, 20, 0,
         Curve::cubic},
    };
    for (auto& row : rows)
        row.key = lfoKey (lfo, row.key);
    return rows;
}

std::vector<PatchRow> macroRows ()
{
    constexpr std::string_view kMeaning = "a knob for the matrix to use";
    return {{macro1, "1", "1", kMeaning},
            {macro2, "2", "2", kMeaning},
            {macro3, "3", "3", kMeaning},
            {macro4, "4", "4", kMeaning}};
}

std::vector<PatchRow> matrixRows (int row, std::span<const std::string_view> targetNames)
{
    const auto keyOf = [row] (PatchKey key) { return matrixKey (row, key); };
    const auto lastTarget = static_cast<float> (targetNames.size () - 1);
    return {
        {keyOf (matrixSource), "source", "Source", "what moves the target", Unit::none, 0,
         kNumModulationSources - 1, 0, Curve::choice, kSources},
        {keyOf (matrixTarget), "target", "Target", "the parameter that is moved", Unit::none, 0,
         lastTarget, 0, Curve::choice, targetNames},
        {keyOf (matrixDepth), "depth", "Depth",
         "share of the target's knob by which a source at 1 turns it", Unit::none, -1, 1, 0},
    };
}

} // namespace melstrom
