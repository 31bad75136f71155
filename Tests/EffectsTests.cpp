#include "Engine/Realtime/Effects/Effects.h"
#include "Engine/Spec/Patch/Patch.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/StereoSound.h"

#include <cmath>

namespace melstrom::testing
{
namespace
{

const EffectSettings kAll {.chorus = {.mix = 0.4},
                           .reverb = {.mix = 0.3, .timeSeconds = 1.5},
                           .clip = {.isOn = true, .drive = 2}};

} // namespace

TEST_CASE ("effects are chorus, reverb and soft clip in turn", "[effects]")
{
    const auto dry = whiteNoise (20000, 1);
    Effects effects;
    effects.prepare (48000, kAll);
    auto sound = dry;
    processPart (effects, sound, 0, sound.size (), 0);

    Chorus chorus;
    Reverb reverb;
    SoftClip clip;
    chorus.prepare (48000);
    reverb.prepare (48000);
    clip.prepare (48000);
    auto wanted = processed (chorus, dry, std::vector {kAll.chorus});
    wanted = processed (reverb, wanted, std::vector {kAll.reverb});
    wanted = processed (clip, wanted, std::vector {kAll.clip});
    CHECK (sameBits (sound, wanted));

    effects.reset ();
    sound = dry;
    processPart (effects, sound, 0, sound.size (), 64);
    CHECK (sameBits (sound, wanted));
}

TEST_CASE ("effects that are off pass every sample bit by bit", "[effects]")
{
    const auto dry = whiteNoise (20000, 2);
    Effects effects;
    effects.prepare (48000, {});
    auto sound = dry;
    processPart (effects, sound, 0, sound.size (), 0);
    CHECK (sameBits (sound, dry));
    CHECK (effects.tailSeconds () == 0);
}

TEST_CASE ("a patch's numbers reach the effects in seconds", "[effects]")
{
    Patch patch;
    patch[PatchKey::chorusMix] = 0.25f;
    patch[PatchKey::chorusRate] = 2;
    patch[PatchKey::chorusDepth] = 4; // ms
    patch[PatchKey::reverbMix] = 0.5f;
    patch[PatchKey::reverbTime] = 6; // s
    patch[PatchKey::reverbDamping] = 0.75f;
    patch[PatchKey::reverbPredelay] = 50; // ms
    patch[PatchKey::clipOn] = 1;
    patch[PatchKey::clipDrive] = 0.5f;
    const auto settings = effectSettings (patch);
    CHECK (settings ==
           EffectSettings {
               .chorus = {.mix = 0.25, .rateHz = 2, .depthSeconds = 0.004},
               .reverb = {.mix = 0.5, .timeSeconds = 6, .damping = 0.75, .predelaySeconds = 0.05},
               .clip = {.isOn = true, .drive = 0.5}});
    CHECK (effectSettings (Patch {}).chorus.mix == 0);
    CHECK (effectSettings (Patch {}).reverb.mix == 0);
    CHECK_FALSE (effectSettings (Patch {}).clip.isOn);
}

TEST_CASE ("after their tail the effects are below -96 dB", "[effects]")
{
    for (const double seconds : {0.3, 2.0})
    {
        auto settings = kAll; // with a drive of 2
        settings.reverb = {.mix = 1, .timeSeconds = seconds, .damping = 0, .predelaySeconds = 0.2};
        Effects effects;
        effects.prepare (48000, settings);
        const int tail = static_cast<int> (effects.tailSeconds () * 48000);
        StereoSound sound (4800 + tail + 4800);
        const auto noise = whiteNoise (4800, 3);
        std::copy (noise.left.begin (), noise.left.end (), sound.left.begin ());
        processPart (effects, sound, 0, sound.size (), 512);
        float loudest = 0;
        for (auto n = static_cast<std::size_t> (4800 + tail); n < sound.left.size (); ++n)
            loudest = std::max ({loudest, std::abs (sound.left[n]), std::abs (sound.right[n])});
        INFO (seconds << " s: " << loudest);
        CHECK (loudest < std::pow (10.0, -96 / 20.0));
        CHECK (loudest > 0);
    }
}

} // namespace melstrom::testing
