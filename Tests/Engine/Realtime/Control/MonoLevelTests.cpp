// One voice for many keys continues from its level: its envelopes, and that the change is
// inaudible.
#include "Tests/Support/Audio/HighPass.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/PlayerRuns.h"
#include "Tests/Support/Voices/SchedulerNote.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr auto kCurves = {EnvelopeCurve::exponential, EnvelopeCurve::gentle, EnvelopeCurve::linear};
constexpr int kKey = 57; // 220 Hz

double rateOf (EnvelopeCurve curve)
{
    return curve == EnvelopeCurve::gentle ? 3 : 5;
}

/** One voice, without effects. */
Patch soloPatch (VoiceMode mode, float attackSeconds)
{
    VoiceScene scene; // a sine at full scale
    scene.patch[PatchKey::voiceMode] = static_cast<float> (mode);
    scene.patch[PatchKey::ampAttack] = attackSeconds;
    scene.patch[PatchKey::ampDecay] = 0.3f;
    scene.patch[PatchKey::ampSustain] = 0.3f;
    scene.patch[PatchKey::ampRelease] = 0.5f;
    return scene.patch;
}

StereoSound played (const Patch& patch, const Events& events,
                    const BlockCutter& cut = blocksOf (512))
{
    PlayerRig rig;
    rig.begin (patch);
    return rig.playUntil (96000, events, cut);
}

/** Highest level above 4 kHz in dBFS, from half a second on. */
double clickDb (const StereoSound& sound)
{
    return 20 * std::log10 (peakAbove4kHz (sound.left, 48000, 24000));
}
} // namespace

TEST_CASE ("an envelope that begins anew goes on from its level and joins its attack",
           "[mono][envelope]")
{
    for (const auto curve : kCurves)
        for (const double level : {0.0, 0.2, 0.7, 1.0})
        {
            CAPTURE (static_cast<int> (curve), level);
            const double attack = 0.5;
            const EnvelopeShape shape {attack, 0, 1, 0.5, 1, curve};
            const auto record = restartedAt (level, shape, 3);
            const auto at = [&] (double since)
            { return envelopeAt (record, shape, 3 + since, {}).level; };
            CHECK (at (0) == Approx (level).margin (1e-12));
            CHECK (at (1e-6) == Approx (level).margin (1e-5));
            const double top = curve == EnvelopeCurve::linear ? 1 : 1 - std::exp (-rateOf (curve));
            if (level >= top)
                continue;
            for (const double since : {0.01, 0.05, 0.1})
                CHECK (at (since) ==
                       Approx (curve == EnvelopeCurve::linear
                                   ? level + since / attack
                                   : 1 - (1 - level) * std::exp (-rateOf (curve) * since / attack))
                           .epsilon (1e-9));
        }
}

TEST_CASE ("without an attack an envelope takes 10 ms from its level to its decay",
           "[mono][envelope]")
{
    const EnvelopeShape shape {0, 0, 1, 0.5, 1, EnvelopeCurve::linear};
    const auto record = restartedAt (0.2, shape, 3);
    const auto at = [&] (double since) { return envelopeAt (record, shape, 3 + since, {}).level; };
    const auto decay = [] (double since) { return 1 - 0.5 * since; };
    CHECK (at (0) == Approx (0.2));
    CHECK (at (0.005) == Approx (0.5 * (0.2 + decay (0.005)))); // half way
    CHECK (at (0.01) == Approx (decay (0.01)));
    CHECK (at (0.3) == Approx (decay (0.3)));
    const auto silent = restartedAt (0, shape, 3);
    CHECK_FALSE (envelopeAt (silent, shape, 3, {}).isOver);
    // A release within these 10 ms continues from the present level.
    const double level = at (0.004);
    CHECK (envelopeAt (record, shape, 3.004, 3.004).level == Approx (level));
}

TEST_CASE ("a key that takes over a voice at its highest level leaves every bit of a sine",
           "[mono]")
{
    for (const VoiceMode mode : {VoiceMode::mono, VoiceMode::legato})
    {
        Patch patch = soloPatch (mode, 0.05f);
        patch[PatchKey::ampSustain] = 1;
        const auto once = played (patch, {noteOn (0, kKey)});
        // The same key on other channels, and a return to the first channel.
        const auto often = played (patch, {noteOn (0, kKey), noteOn (30011, kKey, 1, 1),
                                           noteOn (40000, kKey, 1, 2), noteOff (50021, kKey, 2)});
        CHECK (once.left == often.left);
    }
}

TEST_CASE ("mono: a key begins the attack where the level is", "[mono][realtime]")
{
    Patch patch = soloPatch (VoiceMode::mono, 0.4f);
    SchedulerNote note (patch, 0, 1);
    for (int i = 0; i < segmentsOf (2); ++i) // at sustain
        REQUIRE (note.advance ());
    const double before = note.levelSeconds ();
    CHECK (note.level () == Approx (0.3).margin (1e-3));
    note.send (SynthEventKind::noteOn, 69, 1);
    REQUIRE (note.advance ());
    CHECK (note.level () == Approx (0.3).margin (2e-3));
    for (int i = 0; i < segmentsOf (0.1); ++i)
        REQUIRE (note.advance ());
    const double since = note.levelSeconds () - before + 0.5 * kControlSamples / 48000;
    CHECK (note.level () == Approx (1 - 0.7 * std::exp (-5 * since / 0.4)).margin (2e-3));
}

TEST_CASE (
    "keys that follow each other in one voice are not heard as clicks, however blocks are cut",
    "[mono][steps]")
{
    for (const VoiceMode mode : {VoiceMode::mono, VoiceMode::legato})
        for (const float attack : {0.0f, 0.005f, 0.05f})
            for (const int release : {30000, 47000, 60000}) // long before, just before, after
                for (const float velocity : {0.3f, 1.0f})
                {
                    CAPTURE (static_cast<int> (mode), attack, release, velocity);
                    Patch patch = soloPatch (mode, attack);
                    patch[PatchKey::velocitySensitivity] = 0.7f;
                    Events events {noteOn (0, kKey, velocity), noteOff (release, kKey),
                                   noteOn (48005, kKey, 1.3f - velocity, 1),
                                   noteOff (70011, kKey, 1)};
                    std::sort (events.begin (), events.end (),
                               [] (const SynthEvent& a, const SynthEvent& b)
                               { return a.sample < b.sample; });
                    const auto sound = played (patch, events);
                    CHECK (clickDb (sound) < -75);
                    CHECK (played (patch, events, randomBlocks (3)).left == sound.left);
                }
}

TEST_CASE ("the time of an attack follows the velocity of the key that begins it anew",
           "[mono][modulation]")
{
    VoiceScene scene;
    scene.patch = soloPatch (VoiceMode::mono, 0);
    scene.patch[PatchKey::ampCurve] = static_cast<float> (EnvelopeCurve::linear);
    const PatchParameter& parameter = parameterOf (PatchKey::ampAttack);
    scene.patch[PatchKey::ampAttack] = valueAt (parameter, 0.2f);
    scene.route (0, ModulationSource::velocity, PatchKey::ampAttack, 0.3f);
    SchedulerNote note (scene.patch, 0, 0.25f);
    for (int i = 0; i < segmentsOf (2); ++i)
        REQUIRE (note.advance ());
    const double struck = note.levelSeconds () - 0.5 * kControlSamples / 48000;
    note.send (SynthEventKind::noteOn, 69, 1);
    for (int i = 0; i < segmentsOf (0.2); ++i)
        REQUIRE (note.advance ());
    const auto attack = static_cast<double> (valueAt (parameter, 0.5f));
    CHECK (note.level () == Approx (0.3 + (note.levelSeconds () - struck) / attack).margin (2e-3));
}

} // namespace melstrom::testing
