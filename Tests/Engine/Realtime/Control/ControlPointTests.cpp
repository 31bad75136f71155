#include "Engine/Realtime/Control/ControlPoint.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

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

/** Compares member by member, because padding bytes may differ. */
std::vector<std::uint64_t> bitsOf (const VoiceControl& control)
{
    std::vector<std::uint64_t> bits;
    const auto add = [&] (float value) { bits.push_back (std::bit_cast<std::uint32_t> (value)); };
    for (const OscillatorControl& o : control.oscillators)
    {
        for (const std::int64_t rate : {o.baseRate, o.detuneRate, o.bandwidthRate, o.stretchRate})
            bits.push_back (static_cast<std::uint64_t> (rate));
        for (const float value : {o.level, o.pan, o.spread, o.tilt, o.centre, o.sides})
            add (value);
    }
    for (const float value :
         {control.cutoff, control.resonance, control.noiseLevel, control.noiseColour,
          control.noisePan, control.noiseWidth, control.envelope})
        add (value);
    return bits;
}

} // namespace

TEST_CASE ("rates of detune, bandwidth and stretch are shares of the fundamental's",
           "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::osc1Detune] = 25;
    scene.patch[PatchKey::osc1Bandwidth] = 60;
    scene.patch[PatchKey::osc1Stretch] = -0.03125f;
    const OscillatorControl control = scene.oscillatorAt (0);
    const double detuneHz = hertzOf (control.detuneRate) * 1024; // the rate has steps of 2^-36
    CHECK (detuneHz == Approx (440 * (std::pow (2, 25.0 / 1200) - 1)).epsilon (1e-6));
    CHECK (hertzOf (control.bandwidthRate) ==
           Approx (440 * (std::pow (2, 60.0 / 1200) - 1)).epsilon (1e-9));
    CHECK (hertzOf (control.stretchRate) == Approx (-440.0 / 32).epsilon (1e-9));
}

TEST_CASE ("a level is the product of what makes it", "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::osc1Level] = 0.5f;
    scene.patch[PatchKey::noiseLevel] = 0.25f;
    scene.patch[PatchKey::volume] = -9;
    scene.patch[PatchKey::velocitySensitivity] = 0.75f;
    scene.voice.velocity = 0.5f;
    scene.patch[PatchKey::ampAttack] = 1;
    scene.send (SynthEventKind::controller, 0.5f, 11);
    const double gain =
        (1 - std::exp (-5 * 0.25)) * std::pow (10, -9 / 20.0) * std::pow (0.5, 1.5) * 0.25;
    const VoiceControl control = scene.at (12000);
    CHECK (control.oscillators[0].level == Approx (0.5 * gain));
    CHECK (control.oscillators[1].level == 0); // the oscillator is off
    CHECK (control.noiseLevel == Approx (0.25 * gain));
    CHECK (control.envelope == Approx ((1 - std::exp (-1.25)) * std::pow (0.5, 1.5)));
}

TEST_CASE ("channel volume, soft pedal, pan, resonance and tuning move a voice", "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    scene.patch[PatchKey::osc1Pan] = 0.25f;
    const auto send = [&] (int controller, int sevenBits)
    { scene.send (SynthEventKind::controller, static_cast<float> (sevenBits) / 127, controller); };
    send (7, 64);
    CHECK (20 * std::log10 (static_cast<double> (scene.oscillatorAt (0).level)) ==
           Approx (40 * std::log10 (64 / 127.0)).margin (1e-4)); // General MIDI 2
    send (7, 127);
    send (67, 127);
    CHECK (scene.oscillatorAt (0).level == Approx (0.5)); // 6 dB
    send (67, 0);
    send (10, 96);
    CHECK (scene.oscillatorAt (0).pan == Approx (0.25 + 32 / 63.0));
    send (10, 127);
    CHECK (scene.oscillatorAt (0).pan == 1);
    send (71, 127); // half of the knob's range from 0.5 to 20, upwards
    CHECK (scene.at (0).resonance == Approx (0.7071 * std::sqrt (20 / 0.5)).epsilon (1e-4));
    send (101, 0);
    send (100, 2);
    send (6, 64 + 12);
    CHECK (hertzOf (scene.oscillatorAt (0).baseRate) == Approx (880));
}

TEST_CASE ("velocity spans more than 30 dB unless a patch says otherwise", "[control-point]")
{
    const float initial = parameterOf (PatchKey::velocitySensitivity).initial;
    const auto decibels = [] (VoiceScene& scene, int velocity)
    {
        scene.voice.velocity = static_cast<float> (velocity) / 127;
        return 20 * std::log10 (static_cast<double> (scene.oscillatorAt (960).level));
    };
    VoiceScene scene;
    scene.patch[PatchKey::velocitySensitivity] = initial;
    CHECK (decibels (scene, 127) == Approx (0).margin (1e-5));
    CHECK (decibels (scene, 1) < -30);
    CHECK (decibels (scene, 64) == Approx (40 * 0.7 * std::log10 (64 / 127.0)).epsilon (1e-5));
    scene.patch[PatchKey::velocitySensitivity] = 1; // General MIDI 2
    CHECK (decibels (scene, 1) == Approx (-84.15).epsilon (1e-3));
    CHECK (decibels (scene, 32) == Approx (40 * std::log10 (32 / 127.0)).epsilon (1e-5));
    scene.patch[PatchKey::velocityCurve] = 1; // equal decibels for every step of velocity
    CHECK (decibels (scene, 64) - decibels (scene, 63) ==
           Approx (decibels (scene, 127) - decibels (scene, 126)).epsilon (1e-3));
    scene.patch[PatchKey::velocitySensitivity] = 0;
    CHECK (decibels (scene, 1) == Approx (0).margin (1e-6));
}

TEST_CASE ("a release takes effect from the control point at or after it", "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::ampRelease] = 0.5f;
    scene.voice.state = VoiceState::released;
    for (const int release : {961, 975, 992})
    {
        scene.voice.releaseSample = release;
        CHECK (controlPointFrom (release) == 992);
        CHECK (scene.oscillatorAt (992).level == 1);
        CHECK (scene.oscillatorAt (992 + 9600).level == Approx (std::exp (-5 * 0.4)));
    }
    CHECK (scene.oscillatorAt (960).level == 1);
    // -60 dB after 0.5 s ln (1000) / 5 = 33157 samples, and silence 10 ms later.
    CHECK_FALSE (scene.at (992 + 33600).isOver);
    CHECK (scene.at (992 + 33664).isOver);
    scene.voice.state = VoiceState::sustained; // held by a pedal
    scene.voice.releaseSample = kNever;
    CHECK (scene.oscillatorAt (96000).level == 1);
}

TEST_CASE ("a stolen voice fades in a line over five milliseconds", "[control-point]")
{
    VoiceScene scene;
    scene.voice.state = VoiceState::fading;
    scene.voice.fadeSample = 990;
    for (int sample = 960; sample < 992 + 240; sample += 32)
    {
        const double faded = sample < 992 ? 0 : (sample - 992) / 240.0;
        CHECK (scene.oscillatorAt (sample).level == Approx (1 - faded));
        CHECK_FALSE (scene.at (sample).isOver);
    }
    CHECK (scene.oscillatorAt (992 + 256).level == 0);
    CHECK (scene.at (992 + 256).isOver);
}

TEST_CASE ("cutoff follows the key and the modulation envelope, within bounds", "[control-point]")
{
    VoiceScene scene;
    scene.voice.key = 84;
    scene.patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    scene.patch[PatchKey::filterCutoff] = 500;
    scene.patch[PatchKey::filterKeyTracking] = 0.5f;
    scene.patch[PatchKey::filterEnvelope] = 3;
    scene.patch[PatchKey::modAttack] = 0;
    scene.patch[PatchKey::modDecay] = 1;
    scene.patch[PatchKey::modSustain] = 0.25f;
    scene.patch[PatchKey::filterResonance] = 4;
    const double envelope = 0.25 + 0.75 * std::exp (-3 * 0.5);
    const VoiceControl control = scene.at (24000);
    CHECK (static_cast<double> (control.cutoff) * kRateHz ==
           Approx (500 * std::pow (2, 0.5 * 2 + 3 * envelope)).epsilon (1e-5));
    CHECK (control.resonance == 4);
    scene.patch[PatchKey::filterEnvelope] = 8;
    CHECK (scene.at (0).cutoff == Approx (0.49));
    scene.patch[PatchKey::filterEnvelope] = -8;
    CHECK (static_cast<double> (scene.at (0).cutoff) * kRateHz == Approx (20).epsilon (1e-5));
}

TEST_CASE ("a cluster's power is the same at every bandwidth", "[control-point]")
{
    VoiceScene scene;
    const double share = 1 / std::sqrt (7.0); // a centre and six sides
    scene.context.centreShare = {static_cast<float> (share), 1};
    float lastSides = -1;
    for (const float bandwidth : {0.0f, 0.25f, 0.5f, 1.0f, 1.5f, 1.9f, 2.0f, 50.0f})
    {
        scene.patch[PatchKey::osc1Bandwidth] = bandwidth;
        const OscillatorControl control = scene.oscillatorAt (0);
        const double centre = static_cast<double> (control.centre) * share;
        const auto sides = static_cast<double> (control.sides);
        CHECK (centre * centre + sides * sides * 6 / 7 == Approx (1));
        CHECK (control.sides >= lastSides);
        lastSides = control.sides;
    }
    CHECK (lastSides == 1);
    scene.patch[PatchKey::osc1Bandwidth] = 1;
    CHECK (scene.oscillatorAt (0).sides == Approx (0.5));
    scene.patch[PatchKey::osc1Bandwidth] = 0;
    CHECK (scene.oscillatorAt (0).sides == 0);
    CHECK (scene.at (0).oscillators[1].centre == 1); // no cluster
}

TEST_CASE ("times before a note began count as its beginning", "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::ampAttack] = 0.5f;
    scene.patch[PatchKey::pitchAmount] = 12;
    scene.voice.startSample = 1000;
    CHECK (bitsOf (scene.at (992)) == bitsOf (scene.at (1000)));
    CHECK (bitsOf (scene.at (1024)) != bitsOf (scene.at (1000)));
}

TEST_CASE ("a voice's values are the same in whatever order they are asked for", "[control-point]")
{
    VoiceScene scene;
    scene.patch[PatchKey::ampAttack] = 0.3f;
    scene.patch[PatchKey::noiseLevel] = 0.5f;
    scene.patch[PatchKey::lfo1Shape] = static_cast<float> (LfoShape::drift);
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Cents, 0.2f);
    scene.route (1, ModulationSource::ampEnvelope, PatchKey::filterCutoff, -0.5f);
    std::vector<std::vector<std::uint64_t>> forwards;
    for (int i = 0; i < 300; ++i)
        forwards.push_back (bitsOf (scene.at (i * 32)));
    for (int i = 300; i-- > 0;)
        REQUIRE (bitsOf (scene.at (i * 32)) == forwards[static_cast<std::size_t> (i)]);
}

} // namespace melstrom::testing
