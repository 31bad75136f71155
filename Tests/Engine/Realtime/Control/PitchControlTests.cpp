#include "Engine/Realtime/Control/ControlParts.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>

namespace melstrom::testing
{
namespace
{

constexpr double kRateHz = 48000;

/** Frequency in Hz of a rate from controlAt. */
double hertzOf (std::int64_t rate)
{
    return std::ldexp (static_cast<double> (rate), -46) * kRateHz;
}
double semitonesAbove440 (double semitones)
{
    return 440 * std::pow (2, semitones / 12);
}

} // namespace

TEST_CASE ("a voice sounds the pitch of its key, its patch and its oscillator", "[pitch-control]")
{
    VoiceScene scene;
    CHECK (hertzOf (scene.oscillatorAt (0).baseRate) == Approx (440).epsilon (1e-12));
    scene.voice.key = 60;
    CHECK (hertzOf (scene.oscillatorAt (0).baseRate) ==
           Approx (semitonesAbove440 (-9)).epsilon (1e-12));
    scene.patch[PatchKey::transpose] = 3;
    scene.patch[PatchKey::tuningHz] = 432;
    scene.patch[PatchKey::osc1Octave] = -1;
    scene.patch[PatchKey::osc1Semitones] = 7;
    scene.patch[PatchKey::osc1Cents] = -12.5f;
    const double semitones = -9 + 3 - 12 + 7 - 0.125;
    CHECK (hertzOf (scene.oscillatorAt (0).baseRate) ==
           Approx (432.0 / 440 * semitonesAbove440 (semitones)).epsilon (1e-12));
}

TEST_CASE ("key tracking spreads pitches about key 60", "[pitch-control]")
{
    VoiceScene scene;
    scene.voice.key = 84;
    for (const float tracking : {0.0f, 0.25f, 1.0f})
    {
        scene.patch[PatchKey::keyTracking] = tracking;
        CHECK (
            hertzOf (scene.oscillatorAt (0).baseRate) ==
            Approx (semitonesAbove440 (-9 + 24 * static_cast<double> (tracking))).epsilon (1e-12));
    }
}

TEST_CASE ("bends and glides move a voice in semitones", "[pitch-control]")
{
    VoiceScene scene;
    scene.patch[PatchKey::bendRange] = 12;
    scene.send (SynthEventKind::bend, -0.5f);
    CHECK (hertzOf (scene.oscillatorAt (0).baseRate) == Approx (semitonesAbove440 (-6)));
    scene.send (SynthEventKind::bend, 0);
    scene.voice.glideSeconds = 0.5;
    scene.voice.glideFromPitch = 57;
    scene.voice.glideSample = 0;
    CHECK (hertzOf (scene.oscillatorAt (6400).baseRate) ==
           Approx (semitonesAbove440 (-12 * (1 - 6400 / 24000.0))));
    CHECK (hertzOf (scene.oscillatorAt (48000).baseRate) == Approx (440));
}

TEST_CASE ("a pitch envelope of a line sweeps exponentially in Hz", "[pitch-control]")
{
    VoiceScene scene;
    scene.patch[PatchKey::pitchTime] = 0.1f;
    scene.patch[PatchKey::pitchAmount] = static_cast<float> (12 * std::log2 (150.0 / 40));
    scene.patch[PatchKey::pitchCurve] = static_cast<float> (EnvelopeCurve::linear);
    for (const int sample : {0, 960, 2400, 4768})
        CHECK (hertzOf (scene.oscillatorAt (sample).baseRate) ==
               Approx (440 * std::pow (150.0 / 40, 1 - sample / 4800.0)).epsilon (1e-6));
    CHECK (hertzOf (scene.oscillatorAt (4800).baseRate) == Approx (440).epsilon (1e-6));
}

TEST_CASE ("a fundamental never comes up to half the rate", "[pitch-control]")
{
    VoiceScene scene;
    scene.voice.key = 127;
    scene.patch[PatchKey::osc1Octave] = 4;
    const OscillatorControl control = scene.oscillatorAt (0);
    CHECK (hertzOf (control.baseRate) < 0.5 * kRateHz);
    CHECK (hertzOf (control.baseRate) > 0.49 * kRateHz);
}

} // namespace melstrom::testing
