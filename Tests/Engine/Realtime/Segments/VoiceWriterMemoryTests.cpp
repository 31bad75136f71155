// A writer's cache of a voice between control points.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/WrittenBits.h"
#include "Tests/Support/Voices/WrittenRun.h"

#include <memory>
#include <random>

namespace melstrom::testing
{
namespace
{

constexpr int kNumSegments = 300;

/** Sets random time, key and wheel dependencies, each with a probability of about a third. */
void makeByChance (VoiceScene& scene, std::mt19937& random)
{
    using Source = ModulationSource;
    const auto isChosen = [&] { return random () % 3 == 0; };
    const auto set = [&] (PatchKey key, float value)
    {
        if (isChosen ())
            scene.patch[key] = value;
    };
    scene.context.sampleRateHz = 8000;
    for (const PatchKey key : {PatchKey::ampAttack, PatchKey::ampDecay, PatchKey::ampRelease,
                               PatchKey::modAttack, PatchKey::modDecay, PatchKey::modHold})
        set (key, 0.1f);
    set (PatchKey::ampSustain, 0.4f);
    set (PatchKey::modSustain, 0.3f);
    set (PatchKey::modCurve, static_cast<float> (EnvelopeCurve::linear));
    set (PatchKey::filterType, static_cast<float> (FilterType::low));
    set (PatchKey::filterEnvelope, 2);
    set (PatchKey::pitchAmount, 3);
    set (PatchKey::noiseLevel, 0.5f);
    set (PatchKey::osc1Detune, 13);
    set (PatchKey::osc1Bandwidth, 1);
    if (isChosen ())
    {
        scene.voice.glideFromPitch = 50;
        scene.voice.glideSample = 0;
        scene.voice.glideSeconds = static_cast<double> (0.3f);
    }
    int row = 0;
    for (const auto source : {Source::wheel, Source::velocity, Source::lfo1, Source::lfo2,
                              Source::modEnvelope, Source::ampEnvelope, Source::random})
        if (random () % 8 == 0)
        {
            scene.route (row, source, row % 2 == 0 ? PatchKey::osc1Pan : PatchKey::volume, 0.3f);
            ++row;
        }
}

/** Random changes between two segments. true: a value changed. */
bool changeByChance (VoiceScene& scene, std::int64_t sample, std::mt19937& random)
{
    switch (random () % 100)
    {
        case 0: scene.send (SynthEventKind::bend, 0.3f); return true;
        case 1: scene.send (SynthEventKind::controller, 0.7f, 1); return true;
        case 2: scene.send (SynthEventKind::controller, 0.4f, 11); return true;
        case 3: scene.patch[PatchKey::filterCutoff] = 700; return true;
        case 4: scene.patch[PatchKey::volume] = -7; return true;
        case 5:
            scene.voice.state = VoiceState::released;
            scene.voice.releaseSample = sample + 5;
            return true;
        default: return false;
    }
}

} // namespace

TEST_CASE ("what a writer keeps is what it would be told again", "[voice-writer]")
{
    const auto keeping = std::make_unique<VoiceWriter> (),
               asking = std::make_unique<VoiceWriter> ();
    for (unsigned seed = 0; seed < 300; ++seed)
    {
        std::mt19937 random (seed);
        VoiceScene scene;
        makeByChance (scene, random);
        WrittenRun kept (scene, *keeping, 0), asked (scene, *asking, 0);
        PatchConstants constants (scene.patch);
        std::uint64_t generation = 1000 * seed + 1;
        for (int segment = 0; segment < kNumSegments; ++segment)
        {
            if (changeByChance (scene, segment * kControlSamples, random))
            {
                constants = PatchConstants (scene.patch);
                ++generation;
            }
            scene.context.constants = nullptr;
            scene.context.generation = 0;
            const auto expected = bitsOf (asked.next ());
            scene.context.constants = &constants;
            scene.context.generation = generation;
            CAPTURE (seed, segment);
            REQUIRE (bitsOf (kept.next ()) == expected);
        }
    }
}

} // namespace melstrom::testing
