// A sustain pedal between up and down: how slowly notes decay, and that pedal motion is inaudible.
#include "Tests/Support/Audio/HighPass.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"
#include "Tests/Support/Voices/PlayerRuns.h"
#include "Tests/Support/Voices/SchedulerNote.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr double kAttack = 0.1, kDecay = 1, kSustain = 0.3, kRelease = 0.5, kReleased = 0.6;
constexpr auto kCurves = {EnvelopeCurve::exponential, EnvelopeCurve::gentle, EnvelopeCurve::linear};

EnvelopeShape shapeOf (EnvelopeCurve curve, double pedal)
{
    return {kAttack, 0, kDecay, kSustain, kRelease, curve, pedal};
}

/** Level of a held key in its decay. */
double heldAt (EnvelopeCurve curve, double seconds)
{
    const double x = (seconds - kAttack) / kDecay;
    return curve == EnvelopeCurve::linear ? std::max (kSustain, 1 - (1 - kSustain) * x)
                                          : kSustain + (1 - kSustain) * std::exp (-3 * x);
}

/** Remaining level after a release of that many seconds. */
double leftAfter (EnvelopeCurve curve, double seconds)
{
    const double x = seconds / kRelease;
    return curve == EnvelopeCurve::linear
               ? std::max (0.0, 1 - x)
               : std::exp ((curve == EnvelopeCurve::gentle ? -3 : -5) * x);
}
} // namespace

TEST_CASE ("a half pedal gives its share of each second to the held curve, the rest to the release",
           "[pedals][envelope]")
{
    for (const auto curve : kCurves)
        for (const double pedal : {0.0, 0.25, 0.5, 0.75, 0.95})
            for (const double since : {0.0, 0.01, 0.1, 0.3, 0.45})
            {
                CAPTURE (static_cast<int> (curve), pedal, since);
                const auto shape = shapeOf (curve, pedal);
                const auto record = advanced ({}, shape, kReleased, kReleased);
                const double level = envelopeAt (record, shape, kReleased + since, kReleased).level;
                CHECK (level == Approx (heldAt (curve, kReleased + pedal * since) *
                                        leftAfter (curve, (1 - pedal) * since))
                                    .epsilon (1e-9));
            }
}

TEST_CASE ("a pedal that moves counts from where it is", "[pedals][envelope]")
{
    for (const auto curve : kCurves)
    {
        CAPTURE (static_cast<int> (curve));
        EnvelopeRecord record;
        double now = kReleased, held = kReleased, released = 0;
        for (const double pedal : {0.5, 0.25, 0.9, 1.0, 0.6, 0.0})
        {
            record = advanced (record, shapeOf (curve, pedal), now, kReleased);
            now += 0.08;
            held += pedal * 0.08;
            released += (1 - pedal) * 0.08;
            CHECK (envelopeAt (record, shapeOf (curve, pedal), now, kReleased).level ==
                   Approx (heldAt (curve, held) * leftAfter (curve, released)).epsilon (1e-4));
        }
    }
}

TEST_CASE ("a pedal that is up leaves every bit of a release, and one that is down the held curve",
           "[pedals][envelope]")
{
    for (const auto curve : kCurves)
    {
        const EnvelopeShape plain {kAttack, 0, kDecay, kSustain, kRelease, curve};
        const auto record = advanced ({}, plain, kReleased, kReleased);
        const double level = envelopeAt (plain, kReleased, {}).level;
        for (const double since : {0.013, 0.2, 0.6})
        {
            const double rate = curve == EnvelopeCurve::gentle ? 3 : 5;
            const double left = curve == EnvelopeCurve::linear
                                    ? std::max (0.0, 1 - since / kRelease)
                                    : std::exp (-rate * since / kRelease);
            const double up = envelopeAt (record, plain, kReleased + since, kReleased).level;
            CHECK (up == Approx (level * left).epsilon (1e-12));
            const auto down = shapeOf (curve, 1);
            const auto caught = advanced ({}, down, kReleased, kReleased);
            CHECK (envelopeAt (caught, down, kReleased + since, kReleased).level ==
                   Approx (heldAt (curve, kReleased + since)).epsilon (1e-4));
        }
    }
}

TEST_CASE ("a note that a half pedal lets go follows it until it has been up", "[pedals]")
{
    AllocatorRig rig;
    rig.control (64, 32);
    rig.on (60);
    rig.off (60);
    REQUIRE (rig.released () == Keys {60});
    CHECK (rig.newest ().pedal == 0.5f);
    rig.control (64, 48);
    CHECK (rig.newest ().pedal == 0.75f);
    for (const int down : {64, 127})
    {
        rig.control (64, down);
        CHECK (rig.newest ().pedal == 1.0f);
    }
    rig.control (64, 1);
    CHECK (rig.newest ().pedal == 1 / 64.0f);
    rig.sustain (false);
    CHECK (rig.newest ().pedal == 0.0f);
    rig.sustain (true); // does not restore the level
    CHECK (rig.released () == Keys {60});
    CHECK (rig.newest ().pedal == 0.0f);
}

TEST_CASE ("a pedal on its way up lets go of what it held", "[pedals]")
{
    AllocatorRig rig;
    rig.sustain (true);
    rig.strike ({60, 62});
    rig.off (60);
    rig.control (64, 16);
    REQUIRE (rig.released () == Keys {60});
    CHECK (rig.newest (1).pedal == 0.25f);
    CHECK (rig.held () == Keys {62});
    CHECK (rig.newest ().pedal == 0.0f);
    rig.on (60); // struck again
    CHECK (rig.newest (2).pedal == 0.0f);
    CHECK (rig.newest (2).state == VoiceState::released);
    rig.off (60);
    CHECK (rig.newest ().pedal == 0.25f);
    rig.send (SynthEventKind::allNotesOff, 0, 0, 0);
    for (const std::size_t numNewer : {0u, 1u, 2u})
        CHECK (rig.newest (numNewer).pedal == 0.0f);
}

TEST_CASE ("the half pedal of an MPE master is for its members", "[pedals][mpe]")
{
    AllocatorRig rig;
    rig.zone (0, 5);
    rig.control (64, 32, 0);
    rig.control (64, 8, 3);
    rig.on (60, 3);
    rig.off (60, 3);
    CHECK (rig.newest ().pedal == 0.5f);
    rig.control (64, 0, 0);
    CHECK (rig.newest ().pedal == 8 / 64.0f); // the larger of both pedals
}

TEST_CASE ("at half pedal a release takes so many times as long", "[pedals][realtime]")
{
    for (const int sevenBits : {0, 16, 32, 48, 60})
    {
        CAPTURE (sevenBits);
        VoiceScene scene;
        scene.patch[PatchKey::ampRelease] = 0.2f;
        SchedulerNote note (scene.patch, 0, 1);
        for (int i = 0; i < 100; ++i)
            REQUIRE (note.advance ());
        note.send (SynthEventKind::controller, 64, static_cast<float> (sevenBits) / 127);
        note.send (SynthEventKind::noteOff, 69, 0.5f);
        const double released = note.levelSeconds () - 0.5 * kControlSamples / 48000;
        const double share = 1 - sevenBits / 64.0;
        for (int i = 0; i < 150; ++i)
            REQUIRE (note.advance ());
        CHECK (note.level () ==
               Approx (std::exp (-5 * share * (note.levelSeconds () - released) / 0.2))
                   .epsilon (1e-3));
    }
}

TEST_CASE ("a pedal that moves under a dying note is not heard as a click, however blocks are cut",
           "[pedals][steps]")
{
    VoiceScene scene; // a sine of 220 Hz at full scale
    scene.patch[PatchKey::ampDecay] = 1;
    scene.patch[PatchKey::ampSustain] = 0.5f;
    scene.patch[PatchKey::ampRelease] = 1;
    Events events {noteOn (0, 57)};
    const auto pedal = [&] (std::int64_t sample, int sevenBits)
    { events.push_back (controller (sample, 64, static_cast<float> (sevenBits) / 127)); };
    pedal (29000, 40);
    events.push_back (noteOff (30001, 57));
    for (const auto& [sample, sevenBits] :
         {std::pair {32010, 20}, {36005, 60}, {40007, 127}, {50003, 10}, {55555, 63}, {60001, 0}})
        pedal (sample, sevenBits);
    PlayerRig whole, cut;
    whole.begin (scene.patch);
    cut.begin (scene.patch);
    const auto sound = whole.playUntil (96000, events);
    CHECK (20 * std::log10 (peakAbove4kHz (sound.left, 48000, 24000)) < -80);
    CHECK (cut.playUntil (96000, events, randomBlocks (7)).left == sound.left);
}

} // namespace melstrom::testing
