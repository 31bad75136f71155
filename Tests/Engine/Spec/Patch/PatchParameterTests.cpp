// The table of parameters: keys, choices, targets, knobs and texts.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Patches/PatchSamples.h"

#include <cmath>
#include <set>

using namespace melstrom;
using melstrom::testing::anyValue;

namespace
{
const PatchParameter& named (std::string_view id)
{
    const auto& all = patchParameters ();
    const auto found =
        std::find_if (all.begin (), all.end (), [id] (const auto& p) { return p.id == id; });
    REQUIRE (found != all.end ());
    return *found;
}
} // namespace

TEST_CASE ("each key has one row of the table, in the order of the keys", "[patch]")
{
    std::set<std::string> ids;
    for (std::size_t i = 0; i < patchParameters ().size (); ++i)
    {
        const auto& parameter = patchParameters ()[i];
        INFO (i << ' ' << parameter.id);
        CHECK (static_cast<std::size_t> (parameter.key) == i);
        CHECK (ids.insert (parameter.id).second);
        CHECK (std::all_of (
            parameter.id.begin (), parameter.id.end (),
            [] (char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }));
        CHECK_FALSE (parameter.label.empty ());
        CHECK_FALSE (parameter.meaning.empty ());
        CHECK (parameter.lowest < parameter.highest);
        CHECK (parameter.initial >= parameter.lowest);
        CHECK (parameter.initial <= parameter.highest);
        CHECK ((parameter.curve != ParameterCurve::logarithmic || parameter.lowest > 0));
        CHECK ((parameter.curve == ParameterCurve::choice) == ! parameter.choices.empty ());
        if (parameter.curve == ParameterCurve::choice)
            CHECK (parameter.highest == static_cast<float> (parameter.choices.size () - 1));
    }
    CHECK (parameterOf (PatchKey::volume).id == "volume");
    CHECK (parameterOf (PatchKey::osc1Detune).id == "osc1_detune");
    CHECK (parameterOf (PatchKey::osc2Phase).id == "osc2_phase");
    CHECK (parameterOf (PatchKey::noiseGrainRate).id == "noise_grain_rate");
    CHECK (parameterOf (PatchKey::modCurve).id == "mod_curve");
    CHECK (parameterOf (PatchKey::pitchTime).id == "pitch_time");
    CHECK (parameterOf (PatchKey::lfo2Fade).id == "lfo2_fade");
    CHECK (parameterOf (PatchKey::filterEnvelope).id == "filter_envelope");
    CHECK (parameterOf (PatchKey::macro4).id == "macro4");
    CHECK (parameterOf (PatchKey::clipDrive).id == "clip_drive");
    CHECK (parameterOf (matrixKey (15, PatchKey::matrixDepth)).id == "matrix16_depth");
    CHECK (parameterOf (PatchKey::osc2Detune).label == "Osc 2 Detune");
    CHECK (parameterOf (PatchKey::osc2Detune).group == "Oscillator 2");
    CHECK (parameterOf (PatchKey::osc1PulseWidth).rowLabel == "Pulse Width");
    CHECK (parameterOf (PatchKey::osc1PulseWidth).label == "Osc 1 Pulse Width");
    CHECK (parameterOf (PatchKey::mpeBendRange).label == "MPE Bend Range");
    CHECK (parameterOf (PatchKey::macro4).label == "Macro 4");
    CHECK (parameterOf (PatchKey::delayPingPong).label == "Delay Ping-Pong");
}

TEST_CASE ("names of choices stand where their enumerators do", "[patch]")
{
    const auto nameAt = [] (PatchKey key, auto choice)
    { return valueText (parameterOf (key), static_cast<float> (choice)); };
    CHECK (nameAt (PatchKey::voiceMode, VoiceMode::legato) == "legato");
    CHECK (nameAt (PatchKey::notePriority, NotePriority::high) == "high");
    CHECK (nameAt (PatchKey::glideMode, GlideMode::legato) == "legato");
    CHECK (nameAt (PatchKey::osc1Spectrum, SpectrumShape::pulse) == "pulse");
    CHECK (nameAt (PatchKey::osc2Spectrum, SpectrumShape::drawn) == "drawn");
    CHECK (nameAt (PatchKey::modCurve, EnvelopeCurve::linear) == "linear");
    CHECK (nameAt (PatchKey::lfo1Shape, LfoShape::rampDown) == "ramp_down");
    CHECK (nameAt (PatchKey::lfo1Shape, LfoShape::drift) == "drift");
    CHECK (nameAt (PatchKey::lfo2Sync, LfoSync::tempo) == "tempo");
    CHECK (nameAt (PatchKey::filterType, FilterType::notch) == "notch");
    CHECK (nameAt (PatchKey::filterSlope, FilterSlope::db24) == "24db");
    CHECK (nameAt (PatchKey::matrixSource, ModulationSource::modEnvelope) == "mod_envelope");
    CHECK (nameAt (PatchKey::matrixSource, ModulationSource::macro4) == "macro4");
    CHECK (choiceName (static_cast<LfoShape> (kNumChoices<LfoShape>)).empty ());
    CHECK (choiceName (static_cast<LfoShape> (-1)).empty ());
}

TEST_CASE ("the matrix moves what moves at control points, and the choices name it", "[patch]")
{
    const auto targets = modulationTargets ();
    const auto names = parameterOf (PatchKey::matrixTarget).choices;
    REQUIRE (targets.size () + 1 == names.size ());
    CHECK (names[0] == "none");
    for (std::size_t i = 0; i < targets.size (); ++i)
    {
        CHECK (names[i + 1] == parameterOf (targets[i]).id);
        CHECK (parameterOf (targets[i]).isTarget);
        CHECK_FALSE (isStepped (parameterOf (targets[i])));
    }
    std::set<std::string_view> wanted {"none",
                                       "volume",
                                       "transpose",
                                       "noise_level",
                                       "noise_colour",
                                       "noise_pan",
                                       "noise_width",
                                       "noise_grain_depth",
                                       "noise_grain_rate",
                                       "filter_cutoff",
                                       "filter_resonance",
                                       "filter_key_tracking",
                                       "filter_envelope",
                                       "noise_smooth",
                                       "key_tracking",
                                       "tuning",
                                       "bend_range",
                                       "pitch_time",
                                       "lfo1_rate",
                                       "lfo2_rate",
                                       "chorus_mix",
                                       "reverb_mix"};
    for (const std::string_view id :
         {"amp_attack", "amp_hold", "amp_decay", "amp_sustain", "amp_release", "mod_attack",
          "mod_hold", "mod_decay", "mod_sustain", "mod_release"})
        wanted.insert (id);
    for (const auto* id :
         {"osc1_tilt", "osc1_level", "osc1_pan", "osc1_cents", "osc1_detune", "osc1_spread",
          "osc1_bandwidth", "osc1_stretch", "osc2_tilt", "osc2_level", "osc2_pan", "osc2_cents",
          "osc2_detune", "osc2_spread", "osc2_bandwidth", "osc2_stretch"})
        wanted.insert (id);
    std::set<std::string_view> firstNames {names[0]}; // in the first version of the table
    for (const auto key : targets)
        if (parameterOf (key).sinceVersion == 1)
            firstNames.insert (parameterOf (key).id);
    CHECK (firstNames == wanted);
}

TEST_CASE ("a knob goes over its range along its curve", "[patch]")
{
    for (double x = 0; x <= 1; x += 1.0 / 64)
    {
        const auto at = [x] (std::string_view id)
        { return double (valueAt (named (id), static_cast<float> (x))); };
        CHECK (at ("volume") == Approx (-60 + 66 * x).margin (1e-5));
        CHECK (at ("filter_cutoff") == Approx (20 * std::pow (1000.0, x)).epsilon (1e-6));
        CHECK (at ("amp_attack") == Approx (20 * x * x * x).margin (1e-9).epsilon (1e-6));
        CHECK (at ("osc1_unison") == std::floor (1 + 15 * x + 0.5));
        CHECK (at ("clip_on") == (x < 0.5 ? 0 : 1));
        CHECK (at ("osc1_spectrum") == std::floor ((kNumChoices<SpectrumShape> - 1) * x + 0.5));
    }
}

TEST_CASE ("positions and values round trip, cut to the range", "[patch]")
{
    std::mt19937 random (20260101);
    for (const auto& parameter : patchParameters ())
    {
        INFO (parameter.id);
        const float span = parameter.highest - parameter.lowest;
        CHECK (valueAt (parameter, 0) == parameter.lowest);
        CHECK (valueAt (parameter, 1) == parameter.highest);
        CHECK (valueAt (parameter, -1) == parameter.lowest);
        CHECK (valueAt (parameter, 2) == parameter.highest);
        CHECK (valueAt (parameter, std::nanf ("")) == parameter.lowest);
        CHECK (positionOf (parameter, parameter.lowest - 1) == 0.0f);
        CHECK (positionOf (parameter, parameter.highest + 1) == 1.0f);
        CHECK (positionOf (parameter, std::nanf ("")) == 0.0f);
        for (int trial = 0; trial < 100; ++trial)
        {
            const float value = anyValue (parameter, random);
            const float back = valueAt (parameter, positionOf (parameter, value));
            // A position is rounded by 2^-25 of 1. No curve is steeper than ln (1000) of its value.
            const double bound = isStepped (parameter)
                                     ? 0
                                     : std::ldexp (std::max (7 * std::fabs (value), 3 * span), -24);
            CHECK (std::fabs (double (back) - double (value)) <= bound);
        }
    }
}

TEST_CASE ("values are read as people write them", "[patch]")
{
    const auto text = [] (std::string_view id, float value)
    { return valueText (named (id), value); };
    CHECK (text ("volume", -6) == "-6.0 dB");
    CHECK (text ("amp_decay", 1.25f) == "1.25 s");
    CHECK (text ("osc1_spectrum", 2) == "saw");
    CHECK (text ("osc1_on", 1) == "on");
    CHECK (text ("filter_cutoff", 20000) == "20000 Hz");
    CHECK (text ("filter_resonance", 0.7071f) == "0.7071");
    CHECK (text ("osc1_tilt", -0.0f) == "0.0 dB/oct");
    CHECK (text ("osc1_tilt", -1e-7f) == "0.0 dB/oct");
    CHECK (text ("osc1_stretch", 0.00123f) == "0.00123");
    CHECK (text ("max_voices", 64) == "64 voices");
    CHECK (text ("osc1_unison", 1) == "1 voice");
    CHECK (text ("osc1_octave", -2) == "-2 octaves");
    CHECK (text ("volume", std::nanf ("")) == "-60.0 dB");

    const auto value = [] (std::string_view id, std::string_view words)
    { return *valueFromText (named (id), words); };
    CHECK (value ("volume", "-3") == -3.0f);
    CHECK (value ("volume", " +1.5 db ") == 1.5f);
    CHECK (value ("amp_decay", "250e-3s") == 0.25f);
    CHECK (value ("osc1_spectrum", "Saw") == 2.0f);
    CHECK (value ("clip_on", "ON") == 1.0f);
    CHECK (value ("osc1_unison", "1 voice") == 1.0f);
    CHECK (value ("osc1_unison", "7 voices") == 7.0f);
}

TEST_CASE ("what is shown reads back within five figures, choices exactly", "[patch]")
{
    std::mt19937 random (7);
    for (const auto& parameter : patchParameters ())
        for (int trial = 0; trial < 50; ++trial)
        {
            const float value = anyValue (parameter, random);
            const auto text = valueText (parameter, value);
            const auto back = valueFromText (parameter, text);
            INFO (parameter.id << ' ' << text);
            REQUIRE (back.ok ());
            const double bound = isStepped (parameter) ? 0 : 5.01e-5 * std::fabs (value) + 5e-6;
            CHECK (std::fabs (double (*back) - double (value)) <= bound);
            CHECK (valueText (parameter, *back) == text);
        }
}
