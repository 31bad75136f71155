// MPE by a switch, for controllers that do not send RPN 6.
#include "Engine/Realtime/Control/HeldNotes.h"
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Audio/HighPass.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/PlayerRuns.h"
#include "Tests/Support/Voices/VoiceScene.h"
#include "Tests/Support/Voices/Wheels.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{

namespace
{
const Channels kAllOfFirst (16, 0);

/** Frequency of a sound between two samples, from its upward zero crossings. */
double hertzOf (const std::vector<float>& sound, int first, int last)
{
    double firstRise = -1, lastRise = -1;
    int numRises = -1;
    for (int n = first + 1; n < last; ++n)
    {
        const auto before = static_cast<double> (sound[static_cast<std::size_t> (n - 1)]),
                   now = static_cast<double> (sound[static_cast<std::size_t> (n)]);
        if (before >= 0 || now < 0)
            continue;
        lastRise = n - 1 + before / (before - now);
        if (++numRises == 0)
            firstRise = lastRise;
    }
    return numRises * 48000 / (lastRise - firstRise);
}
} // namespace

TEST_CASE ("the switch makes channel 1 master of all, with 48 semitones for each note", "[mpe]")
{
    Wheels wheels;
    wheels.states.setMpe (true, kMemberBendSemitones);
    CHECK (wheels.masters () == kAllOfFirst);
    for (const int member : {1, 7, 15})
        CHECK (wheels.fullBend (member) == 48);
    CHECK (wheels.fullBend (0) == 7); // the patch's bend range
    wheels.states.setMpe (true, 24);
    CHECK (wheels.fullBend (3) == 24);
    wheels.states.setMpe (false, 24);
    CHECK (wheels.masters () == kNoZones);
    CHECK (wheels.fullBend (3) == 7);
}

TEST_CASE ("RPN 0 wins over the switch's range, whenever it comes", "[mpe]")
{
    Wheels before;
    for (int channel = 1; channel < kNumChannels; ++channel)
        before.registered (0, 12, channel);
    before.states.setMpe (true, kMemberBendSemitones);
    CHECK (before.fullBend (9) == 12);
    Wheels after;
    after.states.setMpe (true, kMemberBendSemitones);
    after.registered (0, 12, 3);
    for (const int member : {1, 3, 15})
        CHECK (after.fullBend (member) == 12);
    after.registered (0, 5, 0);
    CHECK (after.fullBend (0) == 5);
    CHECK (after.fullBend (1) == 12);
}

TEST_CASE ("a controller that makes zones itself wins over the switch until it ends them", "[mpe]")
{
    Wheels wheels;
    wheels.states.setMpe (true, 24);
    wheels.zone (15, 4);
    CHECK (wheels.masters () == Channels {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 15, 15, 15, 15});
    CHECK (wheels.fullBend (12) == 48);
    CHECK (wheels.fullBend (3) == 7);
    wheels.zone (15, 0);
    CHECK (wheels.masters () == kAllOfFirst);
    CHECK (wheels.fullBend (12) == 24);
    wheels.zone (0, 4);
    CHECK (wheels.fullBend (3) == 48);
    wheels.zone (0, 0);
    CHECK (wheels.masters () == kAllOfFirst);
    CHECK (wheels.fullBend (3) == 24);
    wheels.states.reset (); // the switch does not depend on a reset
    CHECK (wheels.masters () == kAllOfFirst);
    CHECK (wheels.fullBend (3) == 24);
}

TEST_CASE ("with the switch on a bend is a note's own", "[mpe][synth]")
{
    for (const bool isOn : {false, true})
    {
        VoiceScene scene;
        scene.patch[PatchKey::mpe] = isOn ? 1 : 0;
        PlayerRig rig;
        rig.begin (scene.patch);
        const Events events {{0, SynthEventKind::bend, 3, 0, 0.25f}, noteOn (100, 57, 1, 3)};
        const auto sound = rig.playUntil (24000, events);
        // 12 of 48 semitones, or half of one of the patch's 2
        const double semitones = isOn ? 12 : 0.5;
        CHECK (hertzOf (sound.left, 2000, 24000) ==
               Approx (220 * std::exp2 (semitones / 12)).epsilon (1e-4));
    }
}

TEST_CASE ("the switch under a bent note is not heard as a click", "[mpe][steps]")
{
    VoiceScene scene;
    PlayerRig rig, cut;
    rig.begin (scene.patch);
    cut.begin (scene.patch);
    const Events events {{0, SynthEventKind::bend, 3, 0, 0.25f},
                         noteOn (100, 57, 1, 3),
                         parameterEvent (48005, PatchKey::mpe, 1),
                         parameterEvent (72005, PatchKey::mpeBendRange, 24)};
    const auto sound = rig.playUntil (96000, events);
    CHECK (20 * std::log10 (peakAbove4kHz (sound.left, 48000, 24000)) < -75);
    CHECK (cut.playUntil (96000, events, randomBlocks (4)).left == sound.left);
    CHECK (hertzOf (sound.left, 55000, 72000) == Approx (440).epsilon (1e-4));
    CHECK (hertzOf (sound.left, 80000, 96000) == Approx (220 * std::sqrt (2.0)).epsilon (1e-4));
}

TEST_CASE ("with the switch on the pedal of channel 1 holds the notes of all", "[mpe][pedals]")
{
    HeldNotes notes;
    const auto count = [&notes]
    {
        int numStruck = 0;
        notes.strikeAgain (0, [&] (const SynthEvent& event)
                           { numStruck += event.kind == SynthEventKind::noteOn ? 1 : 0; });
        return numStruck;
    };
    const auto play = [&notes]
    {
        notes.apply (controller (0, 64, 1, 0));
        notes.apply (noteOn (0, 60, 1, 5));
        notes.apply (noteOff (0, 60, 5));
    };
    play ();
    CHECK (count () == 0);
    notes.setMpe (true);
    play ();
    CHECK (count () == 1);
    notes.reset (); // a reset does not change the switch
    play ();
    CHECK (count () == 1);
    notes.setMpe (false);
    CHECK (count () == 0);
}

TEST_CASE ("another patch leaves what is the player's", "[mpe][patch]")
{
    Patch before, loaded;
    for (const auto& parameter : patchParameters ())
    {
        before[parameter.key] = parameter.highest;
        loaded[parameter.key] = parameter.lowest;
    }
    keepPlayersSettings (loaded, before);
    for (const auto& parameter : patchParameters ())
    {
        const bool isOfPlayer =
            parameter.key == PatchKey::mpe || parameter.key == PatchKey::mpeBendRange;
        INFO (parameter.id);
        CHECK (loaded[parameter.key] == (isOfPlayer ? parameter.highest : parameter.lowest));
    }
    CHECK (parameterOf (PatchKey::mpeBendRange).initial == 48);
    CHECK (parameterOf (PatchKey::mpe).initial == 0);
}

} // namespace melstrom::testing
