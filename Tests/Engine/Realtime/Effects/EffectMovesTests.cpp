// The matrix, macros and controllers 91 and 93 modulate the mixes of effects.
#include "Engine/Realtime/Effects/MovedEffects.h"
#include "Tests/Support/Audio/HighPass.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{

namespace
{
using Events = std::vector<SynthEvent>;
using enum ModulationSource;

constexpr PatchKey kMixes[] {PatchKey::chorusMix, PatchKey::delayMix, PatchKey::reverbMix};
constexpr int kStep = 48005, kBack = 90011, kEnd = 144000;

/** Effects of a patch with modulated mixes. */
struct Moves
{
    explicit Moves (const PatchValues& patch) : moves (48000) { moves.jumpTo (patch); }

    void send (int number, float value, int channel = 0)
    {
        moves.apply (controller (0, number, value, channel));
    }
    void move (PatchKey key, float value) { moves.apply (parameterEvent (0, key, value)); }
    /** Advances `count` control points, while a value moves. */
    void advance (int count)
    {
        for (int i = 0; i < count; ++i, sample += kControlSamples)
            if (moves.isMoving ())
                moves.advance (sample, nullptr);
    }
    double mixOf (PatchKey key) const
    {
        const EffectMixes mixes = moves.mixes ();
        return key == PatchKey::chorusMix  ? mixes.chorus
               : key == PatchKey::delayMix ? mixes.delay
                                           : mixes.reverb;
    }
    double settled (PatchKey key)
    {
        advance (300);
        return mixOf (key);
    }

    EffectMoves moves;
    std::int64_t sample = 0;
};

/** A sine of 220 Hz at full scale through the effects. */
std::vector<float> heard (const PatchValues& patch, const Events& events, const BlockCutter& cut)
{
    MovedEffects effects (48000, patch);
    StereoSound sound (kEnd);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        sound.left[n] = sound.right[n] = static_cast<float> (
            std::sin (2 * std::numbers::pi * 220 / 48000 * static_cast<double> (n)));
    for (int position = 0; position < kEnd;)
    {
        const int count = std::min (cut (position), kEnd - position);
        Events within;
        for (const SynthEvent& event : events)
            if (event.sample >= position && event.sample < position + count)
                within.push_back (event);
        effects.process (within, nullptr, position, sound.left.data () + position,
                         sound.right.data () + position, count);
        position += count;
    }
    return sound.left;
}
} // namespace

TEST_CASE ("the matrix moves the knobs of mixes", "[effects][modulation]")
{
    for (const PatchKey key : kMixes)
    {
        VoiceScene scene;
        scene.patch[key] = 0.2f;
        scene.route (0, wheel, key, 0.5f);
        scene.route (1, macro2, key, -0.25f);
        Moves moves (scene.patch);
        CHECK (moves.settled (key) == Approx (0.2));
        moves.send (1, 1);
        CHECK (moves.settled (key) == Approx (0.7));
        moves.move (PatchKey::macro2, 1);
        CHECK (moves.settled (key) == Approx (0.45));
        moves.send (121, 0);
        CHECK (moves.settled (key) == 0); // clipped at 0
        moves.move (PatchKey::macro2, 0);
        moves.move (key, 0.8f);
        CHECK (moves.settled (key) == Approx (0.8));
        moves.send (1, 1);
        CHECK (moves.settled (key) == 1); // clipped at 1
        for (const PatchKey other : kMixes)
            if (other != key)
                CHECK (moves.mixOf (other) == 0);
    }
}

TEST_CASE ("what belongs to a note moves no effect, nor what it scales", "[effects][modulation]")
{
    for (const ModulationSource source : {velocity, ModulationSource::key, ampEnvelope, modEnvelope,
                                          ModulationSource::random, releaseVelocity, lfo1})
    {
        VoiceScene scene;
        scene.patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::note);
        scene.patch[PatchKey::macro1] = 1;
        scene.route (0, source, PatchKey::reverbMix, 1);
        scene.route (1, macro1, PatchKey::chorusMix, 1);
        scene.patch[matrixKey (1, PatchKey::matrixVia)] = static_cast<float> (source);
        Moves moves (scene.patch);
        CHECK (moves.settled (PatchKey::reverbMix) == 0);
        CHECK (moves.mixOf (PatchKey::chorusMix) == 0);
        // Nor the values that a voice displays.
        scene.voice.velocity = 1;
        scene.voice.key = 120;
        CHECK (heardValuesAt (scene.context, scene.voice)[PatchKey::reverbMix] == 0);
    }
}

TEST_CASE ("controllers 91 and 93 add half of the knob to the mix", "[effects][channels]")
{
    VoiceScene scene;
    scene.patch[PatchKey::reverbMix] = 0.2f;
    Moves moves (scene.patch);
    moves.send (91, 1);
    moves.send (93, 64 / 127.0f, 5);
    CHECK (moves.settled (PatchKey::reverbMix) == Approx (0.7));
    CHECK (moves.mixOf (PatchKey::chorusMix) == Approx (32 / 127.0));
    CHECK (moves.mixOf (PatchKey::delayMix) == 0);
    moves.send (121, 0); // RP-015: a reset of controllers keeps 91 and 93
    CHECK (moves.settled (PatchKey::reverbMix) == Approx (0.7));
    moves.send (91, 0, 9); // the last value counts, on any channel
    CHECK (moves.settled (PatchKey::reverbMix) == Approx (0.2));
    moves.move (PatchKey::reverbMix, 0.9f);
    moves.send (91, 1);
    CHECK (moves.settled (PatchKey::reverbMix) == 1);
}

TEST_CASE ("of an MPE zone the effects hear the master", "[effects][mpe]")
{
    VoiceScene scene;
    scene.route (0, wheel, PatchKey::reverbMix, 1);
    Moves moves (scene.patch);
    for (const auto& [number, value] : {std::pair {101, 0}, {100, 6}, {6, 5}})
        moves.send (number, static_cast<float> (value) / 127);
    moves.send (1, 1, 3);
    CHECK (moves.settled (PatchKey::reverbMix) == 0);
    moves.send (1, 0.5f, 0);
    CHECK (moves.settled (PatchKey::reverbMix) == Approx (0.5));
    moves.send (1, 0.25f, 9); // a channel outside of all zones
    CHECK (moves.settled (PatchKey::reverbMix) == Approx (0.25));
}

TEST_CASE ("a wheel reaches a mix in the patch's controller_glide", "[effects][modulation]")
{
    for (const float milliseconds : {5.0f, 10.0f, 20.0f})
    {
        VoiceScene scene;
        scene.patch[PatchKey::controllerGlide] = milliseconds;
        scene.route (0, wheel, PatchKey::reverbMix, 1);
        Moves moves (scene.patch);
        moves.advance (10);
        moves.send (1, 1);
        int numBetween = 0; // control points between 10 and 90 %
        for (int i = 0; i < 200; ++i)
        {
            moves.advance (1);
            const double mix = moves.mixOf (PatchKey::reverbMix);
            numBetween += mix > 0.1 && mix < 0.9 ? 1 : 0;
        }
        CHECK (numBetween * kControlSamples / 48.0 == Approx (milliseconds).margin (1));
    }
}

TEST_CASE ("an LFO that all notes share moves a mix on its one wave", "[effects][modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::lfo1Rate] = 2;
    scene.patch[PatchKey::reverbMix] = 0.5f;
    scene.route (0, lfo1, PatchKey::reverbMix, 0.25f);
    Moves moves (scene.patch);
    for (int i = 0; i < 1000; ++i)
    {
        const double seconds = static_cast<double> (moves.sample) / 48000;
        moves.advance (1);
        REQUIRE (moves.mixOf (PatchKey::reverbMix) ==
                 Approx (0.5 + 0.25 * std::sin (2 * std::numbers::pi * 2 * seconds)).margin (1e-6));
    }
}

TEST_CASE ("a full step of a controller over a mix is not heard as a click", "[effects][steps]")
{
    struct Case
    {
        PatchKey mix;
        int number; ///< of the controller
    };
    for (const Case& c : {Case {PatchKey::chorusMix, 1},
                          {PatchKey::delayMix, 1},
                          {PatchKey::reverbMix, 1},
                          {PatchKey::chorusMix, 93},
                          {PatchKey::reverbMix, 91}})
    {
        VoiceScene scene;
        scene.patch[PatchKey::chorusRate] = 0.05f;
        if (c.number == 1)
            scene.route (0, wheel, c.mix, 1);
        const Events events {controller (kStep, c.number, 1), controller (kBack, c.number, 0)};
        const auto sound = heard (scene.patch, events, blocksOf (512));
        const double click = 20 * std::log10 (peakAbove4kHz (sound, 48000, 24000));
        CAPTURE (parameterOf (c.mix).id, c.number, click);
        CHECK (click < -80);
        const auto untouched = heard (scene.patch, {}, blocksOf (512));
        CHECK (sound != untouched);
        CHECK (std::equal (sound.end () - 4800, sound.end (), untouched.end () - 4800));
    }
}

TEST_CASE ("moved effects do not depend on how blocks are cut", "[effects]")
{
    VoiceScene scene;
    scene.patch[PatchKey::chorusMix] = 0.1f;
    scene.patch[PatchKey::lfo1Rate] = 3;
    scene.route (0, lfo1, PatchKey::chorusMix, 0.5f);
    scene.route (1, wheel, PatchKey::delayMix, 0.5f);
    scene.route (2, macro1, PatchKey::reverbMix, 0.7f);
    const Events events {controller (1000, 1, 0.8f),
                         parameterEvent (20003, PatchKey::macro1, 1),
                         parameterEvent (20003, PatchKey::reverbTime, 1),
                         noteOn (20040, 60),
                         parameterEvent (30000, PatchKey::lfo1Rate, 8),
                         controller (31234, 91, 1),
                         controller (50001, 93, 0.5f),
                         parameterEvent (60017, PatchKey::reverbMix, 0.3f),
                         controller (70000, 121, 0),
                         controller (100000, 91, 0)};
    const auto whole = heard (scene.patch, events, blocksOf (kEnd));
    for (const int blockSamples : {1, 31, 64, 777})
        CHECK (heard (scene.patch, events, blocksOf (blockSamples)) == whole);
    CHECK (heard (scene.patch, events, randomBlocks (5)) == whole);
    // Also a whole instrument, and its first block.
    const Events song {noteOn (0, 57), controller (7, 91, 1), controller (9001, 1, 1)};
    const auto played = play (scene.patch, song, 24000);
    CHECK (play (scene.patch, song, 24000, 48000, randomBlocks (9)) == played);
    CHECK_FALSE (play (scene.patch, {noteOn (0, 57)}, 24000) == played);
}

} // namespace melstrom::testing
