#include "Engine/Realtime/Effects/Effects.h"
#include "Engine/Spec/Patch/Patch.h"

#include "Tests/Support/Audio/SoundLines.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{
namespace
{

const EffectSettings kAll {
    .clip = {.isOn = true, .drive = 2},
    .equalizer = {.low = {.gainDb = 6, .frequencyHz = 120, .q = 1},
                  .mid = {.gainDb = -4, .frequencyHz = 900, .q = 2},
                  .high = {.gainDb = 3, .frequencyHz = 6000, .q = 1}},
    .chorus = {.mix = 0.4},
    .delay = {.mix = 0.3, .timeSeconds = 0.05, .feedback = 0.5, .isPingPong = true},
    .reverb = {.mix = 0.3, .timeSeconds = 1.5},
    .output = {.gainDb = -3}};

/** 100 beats a minute, then a jump, then 150. */
class Song final : public SongTime
{
public:
    double beatsAt (std::int64_t sample) const noexcept override
    {
        const auto samples = static_cast<double> (sample);
        return sample < 9000 ? samples * 100 / 60 / 48000 : 7 + samples * 150 / 60 / 48000;
    }
    double beatsPerSampleAt (std::int64_t sample) const noexcept override
    {
        return (sample < 9000 ? 100.0 : 150.0) / 60 / 48000;
    }
};

} // namespace

TEST_CASE ("effects are clip, EQ, chorus, delay, reverb and output gain in turn", "[effects]")
{
    const auto dry = whiteNoise (20000, 1);
    Effects effects;
    effects.prepare (48000, kAll);
    auto sound = dry;
    processPart (effects, sound, 0, sound.size (), 0);

    SoftClip clip;
    Equalizer equalizer;
    Chorus chorus;
    Delay delay;
    Reverb reverb;
    OutputGain output;
    clip.prepare (48000);
    equalizer.prepare (48000);
    chorus.prepare (48000);
    delay.prepare (48000);
    reverb.prepare (48000);
    output.prepare (48000);
    auto wanted = processed (clip, dry, std::vector {kAll.clip});
    wanted = processed (equalizer, wanted, std::vector {kAll.equalizer});
    wanted = processed (chorus, wanted, std::vector {kAll.chorus});
    wanted = processed (delay, wanted, std::vector {kAll.delay});
    wanted = processed (reverb, wanted, std::vector {kAll.reverb});
    wanted = processed (output, wanted, std::vector {kAll.output});
    CHECK (sameBits (sound, wanted));

    effects.reset ();
    sound = dry;
    processPart (effects, sound, 0, sound.size (), 64);
    CHECK (sameBits (sound, wanted));
}

TEST_CASE ("effects in tempo do not depend on how calls are cut", "[effects][delay]")
{
    auto settings = kAll;
    settings.delay.sync = DelaySync::tempo;
    settings.delay.beats = 0.0625;
    const Song song;
    const auto dry = whiteNoise (20000, 5);
    const auto of = [&] (int blockSamples)
    {
        Effects effects;
        effects.prepare (48000, settings);
        auto sound = dry;
        for (int first = 0; first < sound.size (); first += blockSamples)
            effects.process (sound.left.data () + first, sound.right.data () + first,
                             std::min (blockSamples, sound.size () - first), &song, first);
        return sound;
    };
    const auto whole = of (20000);
    for (const int blockSamples : {1, 31, 64, 777})
        CHECK (sameBits (of (blockSamples), whole));
    CHECK_FALSE (sameBits (whole, dry));
}

TEST_CASE ("the output gain is behind the clip, and a step of it does not click", "[effects]")
{
    // y = g tanh (d x): the level at the clip does not depend on the later gain.
    for (const double gainDb : {-24.0, -6.0, 12.0})
    {
        Effects effects;
        effects.prepare (48000,
                         {.clip = {.isOn = true, .drive = 10}, .output = {.gainDb = gainDb}});
        StereoSound sound (4800);
        std::fill (sound.left.begin (), sound.left.end (), 1.0f);
        processPart (effects, sound, 0, sound.size (), 100);
        CHECK (static_cast<double> (sound.left.back ()) ==
               Approx (std::pow (10.0, gainDb / 20)).epsilon (1e-5));
        CHECK (sound.right.back () == 0);
    }
    OutputGain output;
    output.prepare (48000);
    StereoSound tone (48000);
    for (std::size_t n = 0; n < tone.left.size (); ++n)
        tone.left[n] = tone.right[n] =
            static_cast<float> (std::sin (kTau * 220 / 48000 * static_cast<double> (n)));
    const auto sound = processed (
        output, tone, std::vector<OutputGainSettings> {{-24}, {0}, {-24}, {0}}); // full scale
    const auto above = highPassed (sound.left, 4000, 48000);
    double loudest = 0;
    for (std::size_t n = 4800; n < above.size (); ++n)
        loudest = std::max (loudest, std::abs (above[n]));
    INFO (20 * std::log10 (loudest) << " dBFS");
    CHECK (20 * std::log10 (loudest) < -75);
    CHECK (std::equal (sound.left.end () - 6000, sound.left.end (), tone.left.end () - 6000));
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
    patch[PatchKey::eqLowGain] = -3;
    patch[PatchKey::eqLowFrequency] = 200;
    patch[PatchKey::eqMidGain] = 4;
    patch[PatchKey::eqMidFrequency] = 1500;
    patch[PatchKey::eqMidQ] = 2;
    patch[PatchKey::eqHighGain] = 5;
    patch[PatchKey::eqHighFrequency] = 5000;
    patch[PatchKey::delayMix] = 0.125f;
    patch[PatchKey::delaySync] = static_cast<float> (DelaySync::tempo);
    patch[PatchKey::delayTime] = 250; // ms
    patch[PatchKey::delayBeats] = 0.5f;
    patch[PatchKey::delayFeedback] = 0.25f;
    patch[PatchKey::delayPingPong] = 1;
    patch[PatchKey::delayCutoff] = 4000;
    patch[PatchKey::outputGain] = -6;
    const auto settings = effectSettings (patch);
    CHECK (settings ==
           EffectSettings {
               .clip = {.isOn = true, .drive = 0.5},
               .equalizer = {.low = {.gainDb = -3, .frequencyHz = 200, .q = 1},
                             .mid = {.gainDb = 4, .frequencyHz = 1500, .q = 2},
                             .high = {.gainDb = 5, .frequencyHz = 5000, .q = 1}},
               .chorus = {.mix = 0.25, .rateHz = 2, .depthSeconds = 0.004},
               .delay = {.mix = 0.125,
                         .sync = DelaySync::tempo,
                         .timeSeconds = 0.25,
                         .beats = 0.5,
                         .feedback = 0.25,
                         .isPingPong = true,
                         .cutoffHz = 4000},
               .reverb = {.mix = 0.5, .timeSeconds = 6, .damping = 0.75, .predelaySeconds = 0.05},
               .output = {.gainDb = -6}});
    // The members' defaults equal those of the rows.
    const auto initial = effectSettings (Patch {});
    CHECK (initial.equalizer == EqualizerSettings {});
    CHECK (initial.output == OutputGainSettings {});
    CHECK (initial.delay.mix == 0);
    CHECK (initial.delay.timeSeconds == DelaySettings {}.timeSeconds);
    CHECK (initial.delay.beats == DelaySettings {}.beats);
    CHECK (initial.delay.feedback == Approx (DelaySettings {}.feedback));
    CHECK (initial.delay.cutoffHz == DelaySettings {}.cutoffHz);
    CHECK (effectSettings (Patch {}).chorus.mix == 0);
    CHECK (effectSettings (Patch {}).reverb.mix == 0);
    CHECK_FALSE (effectSettings (Patch {}).clip.isOn);
}

TEST_CASE ("after their tail the effects are below -96 dB", "[effects]")
{
    for (const double seconds : {0.3, 2.0})
    {
        auto settings = kAll;
        settings.delay = {.mix = 0.5, .timeSeconds = 0.3, .feedback = 0.6, .cutoffHz = 20000};
        settings.output.gainDb = 12;
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
