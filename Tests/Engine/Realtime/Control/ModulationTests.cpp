#include "Engine/Realtime/Control/Modulation.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>
#include <numbers>
#include <set>

namespace melstrom::testing
{
namespace
{

double sourceOf (const VoiceScene& scene, ModulationSource source)
{
    return playedSources (scene.context, scene.voice, ~0u)[source];
}

} // namespace

TEST_CASE ("sources of the matrix have the strength that is played", "[modulation]")
{
    VoiceScene scene;
    scene.voice.velocity = 0.625f;
    scene.voice.key = 30;
    scene.voice.pressure = 0.25f;
    scene.patch[PatchKey::macro3] = 0.75f;
    scene.send (SynthEventKind::bend, -0.5f);
    scene.send (SynthEventKind::channelPressure, 0.125f);
    scene.send (SynthEventKind::controller, 0.375f, 1);
    scene.send (SynthEventKind::controller, 0.5f, 2);
    scene.send (SynthEventKind::controller, 0.875f, 11);
    scene.send (SynthEventKind::controller, 0.25f, 74);
    CHECK (sourceOf (scene, ModulationSource::none) == 0);
    CHECK (sourceOf (scene, ModulationSource::velocity) == 0.625);
    CHECK (sourceOf (scene, ModulationSource::key) == -0.5);
    CHECK (sourceOf (scene, ModulationSource::bend) == -0.5);
    CHECK (sourceOf (scene, ModulationSource::wheel) == 0.375);
    CHECK (sourceOf (scene, ModulationSource::pressure) == 0.25); // the larger pressure
    CHECK (sourceOf (scene, ModulationSource::breath) == 0.5);
    CHECK (sourceOf (scene, ModulationSource::expression) == 0.875);
    CHECK (sourceOf (scene, ModulationSource::timbre) == -0.5);
    CHECK (sourceOf (scene, ModulationSource::macro3) == 0.75);
    scene.send (SynthEventKind::channelPressure, 0.5f);
    CHECK (sourceOf (scene, ModulationSource::pressure) == 0.5);
}

TEST_CASE ("chance gives each note a strength of its own, evenly", "[modulation]")
{
    VoiceScene scene;
    std::set<double> values;
    double sum = 0, squares = 0;
    for (std::uint32_t note = 0; note < 4000; ++note)
    {
        scene.voice.sequence = note;
        const double value = sourceOf (scene, ModulationSource::random);
        REQUIRE (sourceOf (scene, ModulationSource::random) == value);
        values.insert (value);
        sum += value;
        squares += value * value;
    }
    CHECK (values.size () > 3990);
    CHECK (sum / 4000 == Approx (0).margin (0.05));
    CHECK (squares / 4000 == Approx (1.0 / 3).margin (0.025));
    const double here = sourceOf (scene, ModulationSource::random);
    scene.patch[PatchKey::seed] = 77;
    CHECK (sourceOf (scene, ModulationSource::random) != here);
}

TEST_CASE ("rows of the matrix move a position by depth times source", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::osc1Level] = 0.25f;
    scene.patch[PatchKey::macro1] = 0.5f;
    scene.route (0, ModulationSource::macro1, PatchKey::osc1Level, 0.5f);
    CHECK (scene.oscillatorAt (0).level == Approx (0.5)); // 0.25 + 0.5 x 0.5
    scene.route (5, ModulationSource::velocity, PatchKey::osc1Level, 0.125f);
    CHECK (scene.oscillatorAt (0).level == Approx (0.625)); // rows add
    scene.route (15, ModulationSource::velocity, PatchKey::osc1Level, -1);
    CHECK (scene.oscillatorAt (0).level == 0); // clipped after all rows
    scene.route (2, ModulationSource::velocity, PatchKey::osc1Level, 1);
    CHECK (scene.oscillatorAt (0).level == Approx (0.625)); // intermediate sums are not clipped
}

TEST_CASE ("a second source scales the depth of a row", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::osc1Level] = 0.25f;
    scene.voice.velocity = 0.5f;
    scene.route (0, ModulationSource::velocity, PatchKey::osc1Level, 0.8f);
    const auto levelVia = [&] (ModulationSource via)
    {
        scene.patch[matrixKey (0, PatchKey::matrixVia)] = static_cast<float> (via);
        return scene.oscillatorAt (0).level;
    };
    CHECK (levelVia (ModulationSource::none) == Approx (0.25 + 0.8 * 0.5));
    CHECK (levelVia (ModulationSource::wheel) == 0.25f); // the wheel is at 0
    scene.send (SynthEventKind::controller, 0.25f, 1);
    CHECK (levelVia (ModulationSource::wheel) == Approx (0.25 + 0.8 * 0.5 * 0.25));
    CHECK (levelVia (ModulationSource::velocity) == Approx (0.25 + 0.8 * 0.5 * 0.5));
    scene.send (SynthEventKind::bend, -0.5f);
    scene.patch[PatchKey::bendRange] = 0;
    CHECK (levelVia (ModulationSource::bend) == Approx (0.25 - 0.8 * 0.5 * 0.5)); // downwards
}

TEST_CASE ("the matrix moves logarithmic knobs along their position", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::filterCutoff] = 200; // 20 .. 20000 Hz: a third of the range
    scene.route (0, ModulationSource::velocity, PatchKey::filterCutoff, 1.0f / 3);
    CHECK (static_cast<double> (scene.at (0).cutoff) * 48000 == Approx (2000).epsilon (1e-4));
}

TEST_CASE ("envelopes and LFOs move targets", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::lfo1Rate] = 4;
    scene.patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::note);
    scene.voice.startSample = 320;
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.25f);
    scene.patch[PatchKey::modAttack] = 1;
    scene.patch[PatchKey::modCurve] = static_cast<float> (EnvelopeCurve::linear);
    scene.route (1, ModulationSource::modEnvelope, PatchKey::noiseWidth, 0.5f);
    scene.patch[PatchKey::ampAttack] = 2;
    scene.patch[PatchKey::ampCurve] = static_cast<float> (EnvelopeCurve::linear);
    scene.route (2, ModulationSource::ampEnvelope, PatchKey::osc1Spread, -0.5f);
    scene.patch[PatchKey::osc1Spread] = 0.75f;
    const VoiceControl control = scene.at (320 + 9600);
    const double wave = std::sin (2 * std::numbers::pi * 4 * 0.2);
    CHECK (control.oscillators[0].pan == Approx (2 * 0.25 * wave)); // the knob's range is 2 wide
    CHECK (control.noiseWidth == Approx (0.5 * 0.2));
    CHECK (control.oscillators[0].spread == Approx (0.75 - 0.5 * 0.1));
}

TEST_CASE ("LFOs of chance are one wave for all notes, but for those that begin with a note",
           "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::lfo1Shape] = static_cast<float> (LfoShape::steps);
    scene.patch[PatchKey::lfo2Shape] = static_cast<float> (LfoShape::steps);
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.5f);
    scene.route (1, ModulationSource::lfo2, PatchKey::osc2Pan, 0.5f);
    const auto panOf = [&] (std::uint32_t note)
    {
        scene.voice.sequence = note;
        return scene.oscillatorAt (32).pan;
    };
    CHECK (panOf (1) == panOf (2));
    CHECK (panOf (1) != scene.at (32).oscillators[1].pan); // each LFO has its own pan
    scene.patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::note);
    CHECK (panOf (1) != panOf (2));
}

TEST_CASE ("an LFO in tempo follows the song", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::lfo2Sync] = static_cast<float> (LfoSync::tempo);
    scene.patch[PatchKey::lfo2Shape] = static_cast<float> (LfoShape::rampUp);
    scene.patch[PatchKey::lfo2Beats] = 8;
    scene.route (0, ModulationSource::lfo2, PatchKey::osc1Pan, 0.5f);
    scene.context.songBeats = 6;
    CHECK (scene.oscillatorAt (12345).pan == Approx (0.5));
}

TEST_CASE ("a patch whose rows do nothing keeps its values to the bit", "[modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::filterCutoff] = 1234.567f;
    const float before = scene.at (0).cutoff;
    scene.route (0, ModulationSource::wheel, PatchKey::filterCutoff, 1); // the wheel is at 0
    CHECK (scene.at (0).cutoff == before);
}

} // namespace melstrom::testing
