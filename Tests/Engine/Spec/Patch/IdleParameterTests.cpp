// The table's column of idle parameters against the sound.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <array>
#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr int kNumSamples = 9600;

/** 120 beats a minute. */
class Song final : public SongTime
{
public:
    double beatsAt (std::int64_t sample) const noexcept override
    {
        return static_cast<double> (sample) / (0.5 * kPlayCapacity.sampleRateHz);
    }
};

/** Three overlapping held keys; the third is on its own channel and bent. moves: further events in
    order. */
StereoSound soundOf (const Patch& patch, const std::vector<SynthEvent>& moves = {})
{
    std::vector<SynthEvent> events {noteOn (0, 60),
                                    noteOn (1600, 67, 0.8f),
                                    {3200, SynthEventKind::bend, 4, 0, 0.5f},
                                    noteOn (3200, 64, 1, 4)};
    events.insert (events.begin () + 1, moves.begin (), moves.end ());
    events.push_back (noteOff (6400, 67));
    auto renderer = makeCpuVoiceRenderer (kPlayCapacity, 1);
    REQUIRE (renderer);
    auto synth = Synthesizer::make (*std::move (renderer), kPlayCapacity);
    REQUIRE (synth);
    REQUIRE ((*synth)->setPatch (patch));
    StereoSound sound (kNumSamples);
    const Song song;
    REQUIRE ((*synth)->process (
        {events, &song, sound.left.data (), sound.right.data (), sound.size ()}));
    return sound;
}

/** All parts sound, and every parameter has an effect, except an LFO's beats. */
Patch busyPatch ()
{
    Patch patch;
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
    {
        const auto set = [&] (PatchKey key, float value)
        { patch[oscillatorKey (oscillator, key)] = value; };
        set (PatchKey::osc1On, 1);
        set (PatchKey::osc1Spectrum, static_cast<float> (SpectrumShape::pulse));
        set (PatchKey::osc1PulseWidth, 0.3f);
        set (PatchKey::osc1Partials, 6);
        set (PatchKey::osc1Unison, 2);
        set (PatchKey::osc1Density, 2);
    }
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
    {
        const auto source = static_cast<int> (ModulationSource::lfo1) + lfo;
        patch[matrixKey (lfo, PatchKey::matrixSource)] = static_cast<float> (source);
        patch[matrixKey (lfo, PatchKey::matrixTarget)] = 1; // the volume
        patch[matrixKey (lfo, PatchKey::matrixDepth)] = -0.3f;
        patch[lfoKey (lfo, PatchKey::lfo1Rate)] = 7;
    }
    patch[PatchKey::voiceMode] = static_cast<float> (VoiceMode::mono);
    patch[PatchKey::glideMode] = static_cast<float> (GlideMode::always);
    patch[PatchKey::noiseLevel] = 0.2f;
    patch[PatchKey::pitchAmount] = 5;
    patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    patch[PatchKey::filterCutoff] = 900;
    patch[PatchKey::filterEnvelope] = 1;
    patch[PatchKey::chorusMix] = patch[PatchKey::reverbMix] = 0.5f;
    patch[PatchKey::reverbPredelay] = 0;
    patch[PatchKey::clipOn] = 1;
    for (const auto key : {PatchKey::eqLowGain, PatchKey::eqMidGain, PatchKey::eqHighGain})
        patch[key] = 6;
    patch[PatchKey::delayMix] = 0.5f;
    patch[PatchKey::delayTime] = 20; // ms: several echoes fit into the sound
    patch.drawings = {std::vector {1.0f, 0.5f, 0.25f}, std::vector {0.5f, 0.0f, 1.0f}};
    return patch;
}

Patch with (Patch patch, PatchKey key, float value)
{
    patch[key] = value;
    return patch;
}

/** Values for which the idle condition holds, or does not hold. */
std::vector<float> valuesOf (const IdleWhen& setting, bool holds)
{
    if (holds != setting.isUnless)
        return {setting.value};
    const auto& other = parameterOf (setting.key);
    if (! isStepped (other))
        return {other.highest};
    std::vector<float> values;
    for (float value = other.lowest; value <= other.highest; ++value)
        if (value != setting.value)
            values.push_back (value);
    return values;
}

/** A patch in which the parameter is not idle. */
Patch heardPatch (const PatchParameter& parameter)
{
    Patch patch = busyPatch ();
    for (const auto& setting : parameter.idle)
        if (setting.holds (patch))
            patch[setting.key] = valuesOf (setting, false).front ();
    return patch;
}

std::array<float, 3> placesOf (const PatchParameter& parameter)
{
    return {parameter.lowest, valueAt (parameter, 0.4f), parameter.highest};
}
} // namespace

TEST_CASE ("a parameter that is idle moves no sample of the sound", "[patch][synth]")
{
    for (const auto& parameter : patchParameters ())
        for (const auto& setting : parameter.idle)
            for (const float value : valuesOf (setting, true))
            {
                const Patch patch = with (heardPatch (parameter), setting.key, value);
                INFO (parameter.id << ", " << parameterOf (setting.key).id << " = " << value);
                CHECK (isIdle (patch, parameter.key));
                const auto sound = soundOf (patch);
                for (const float place : placesOf (parameter))
                    CHECK (sameBits (soundOf (with (patch, parameter.key, place)), sound));
                if (parameter.affects == Affects::voice)
                    CHECK (sameBits (
                        soundOf (patch, {parameterEvent (700, parameter.key, parameter.highest)}),
                        sound));
            }
}

TEST_CASE ("a parameter that is not idle is heard", "[patch][synth]")
{
    for (const auto& parameter : patchParameters ())
    {
        if (parameter.idle.empty ())
            continue;
        const Patch patch = heardPatch (parameter);
        INFO (parameter.id);
        CHECK_FALSE (isIdle (patch, parameter.key));
        const auto [low, middle, high] = placesOf (parameter);
        CHECK_FALSE (sameBits (soundOf (with (patch, parameter.key, low)),
                               soundOf (with (patch, parameter.key, high))));
    }
}

TEST_CASE ("what would switch an idle parameter on is not idle itself", "[patch]")
{
    for (const auto& parameter : patchParameters ())
        for (const auto& setting : parameter.idle)
        {
            const Patch patch =
                with (heardPatch (parameter), setting.key, valuesOf (setting, true).front ());
            INFO (parameter.id << ", " << parameterOf (setting.key).id);
            CHECK_FALSE (isIdle (patch, setting.key));
        }
}

} // namespace melstrom::testing
