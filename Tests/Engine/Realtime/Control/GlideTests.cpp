// The start of a glide, and its course.
#include "Engine/Realtime/Control/ControlParts.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
AllocatorSettings legato ()
{
    return {.mode = VoiceMode::legato,
            .glide = GlideMode::always,
            .glideSeconds = 0.5,
            .sampleRateHz = 8000};
}
} // namespace

TEST_CASE ("a glide is a line from pitch to pitch over its time", "[voices][glide]")
{
    Voice voice;
    voice.glideFromPitch = 50;
    voice.glideSample = 1000;
    voice.glideSeconds = 0.5;
    CHECK (glidedPitch (voice, 62, 900, 48'000) == 50);
    CHECK (glidedPitch (voice, 62, 1000, 48'000) == 50);
    CHECK (glidedPitch (voice, 62, 7000, 48'000) == Approx (53));
    CHECK (glidedPitch (voice, 62, 25'000, 48'000) == 62);
    CHECK (glidedPitch (voice, 62, 1'000'000, 48'000) == 62);
    voice.glideSeconds = 0;
    CHECK (glidedPitch (voice, 62, 900, 48'000) == 62);
    CHECK (glidedPitch (voice, 62, 1000, 48'000) == 62);
}

TEST_CASE ("without glide a note begins at its own pitch", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::off, .glideSeconds = 1});
    rig.strike ({60, 72});
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (72));
}

TEST_CASE ("glide `always` begins at the last note, even one that has died away", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 1});
    rig.on (60);
    rig.off (60);
    rig.finishAll (VoiceState::released);
    rig.wait (100);
    rig.on (72);
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (60));
    CHECK (rig.newest ().glideSample == 1100);
}

TEST_CASE ("glide `legato` needs another key that is down", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::legato, .glideSeconds = 1});
    rig.on (60);
    rig.off (60);
    rig.on (72);
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (72));
    rig.on (72); // the same key does not count as a former key
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (72));
    rig.on (48);
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (72));
}

TEST_CASE ("a glide that is interrupted goes on from where it was", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 0.5, .sampleRateHz = 8000});
    rig.on (60);
    rig.wait (100);
    rig.on (72);
    rig.wait (1000); // a quarter of 4000 samples
    rig.on (48);
    CHECK (rig.newest ().glideFromPitch == Approx (30.25 + 0.25 * 6));
    rig.wait (2000);
    rig.on (50);
    CHECK (rig.newest ().glideFromPitch == Approx ((31.75 + 24.25) / 2));
}

TEST_CASE ("a glide keeps the time that it began with", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 0.5, .sampleRateHz = 8000});
    rig.on (60);
    rig.on (72);
    rig.allocator.setSettings (
        {.glide = GlideMode::always, .glideSeconds = 2, .sampleRateHz = 8000});
    CHECK (rig.newest ().glideSeconds == 0.5);
    rig.wait (2000);
    rig.on (48);
    CHECK (rig.newest ().glideFromPitch == Approx (30.25 + 3)); // half of the way
    CHECK (rig.newest ().glideSeconds == 2);
}

TEST_CASE ("by rate a glide takes its time for each octave, up and down, and on from the middle",
           "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always,
                       .glideSeconds = 0.5,
                       .sampleRateHz = 8000,
                       .glideBy = GlideBy::rate});
    const auto seconds = [&rig] (int key)
    {
        rig.wait (100'000);
        rig.on (key);
        return rig.newest ().glideSeconds;
    };
    seconds (60);
    // A key is half a semitone in this tuning.
    CHECK (seconds (84) == Approx (0.5));
    CHECK (seconds (36) == Approx (1));
    CHECK (seconds (37) == Approx (0.5 / 24));
    CHECK (seconds (37) == 0);
    CHECK (seconds (61) == Approx (0.5));
    rig.wait (1000); // a quarter of the way
    rig.on (37);
    CHECK (rig.newest ().glideSeconds == Approx (0.125));
    rig.control (5, 127); // 10 s for an octave
    CHECK (seconds (61) == Approx (10));
}

TEST_CASE ("controller 65 lets notes glide or not, whatever the patch says", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::off, .glideSeconds = 1});
    const auto glides = [&rig]
    {
        rig.wait (100'000);
        rig.on (60);
        rig.off (60);
        rig.wait (100'000);
        rig.on (72);
        rig.off (72);
        return rig.newest ().glideFromPitch != rig.newest ().pitch;
    };
    CHECK_FALSE (glides ());
    for (const auto& [value, isOn] : {std::pair {64, true}, {63, false}, {127, true}, {0, false}})
    {
        rig.control (65, value);
        CHECK (glides () == isOn);
    }
    rig.control (65, 127, 3); // on a different channel
    CHECK_FALSE (glides ());
    rig.allocator.setSettings ({.glide = GlideMode::always, .glideSeconds = 1});
    CHECK_FALSE (glides ());
    rig.control (121, 0);
    CHECK (glides ());
    rig.allocator.setSettings ({.glide = GlideMode::legato, .glideSeconds = 1});
    rig.control (65, 127);
    CHECK_FALSE (glides ()); // the patch decides which notes glide
}

TEST_CASE ("controller 5 turns the knob of the glide time, and 121 leaves it", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 0.25});
    const auto seconds = [&rig]
    {
        rig.on (60);
        rig.on (72);
        return rig.newest ().glideSeconds;
    };
    CHECK (seconds () == 0.25);
    for (const int value : {0, 1, 64, 127})
    {
        rig.control (5, value);
        CHECK (seconds () == Approx (10 * std::pow (value / 127.0, 3)));
    }
    rig.control (121, 0);
    CHECK (seconds () == Approx (10));
}

TEST_CASE ("members of an MPE zone glide as their master says, unless they say so themselves",
           "[mpe][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::off, .glideSeconds = 1});
    rig.zone (0, 5);
    rig.control (65, 127, 0);
    rig.control (5, 127, 0);
    CHECK (rig.channels.glideModeOf (2, GlideMode::off) == GlideMode::always);
    CHECK (rig.channels.glideSecondsOf (2, 1) == Approx (10));
    CHECK (rig.channels.glideModeOf (9, GlideMode::off) == GlideMode::off);
    rig.control (65, 0, 2);
    rig.control (5, 0, 2);
    CHECK (rig.channels.glideModeOf (2, GlideMode::off) == GlideMode::off);
    CHECK (rig.channels.glideSecondsOf (2, 1) == 0);
}

TEST_CASE ("all notes of a chord glide from one pitch", "[voices][glide]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 0.5});
    rig.on (48);
    rig.wait (60'000);
    rig.strike ({60, 64, 67});
    for (const std::size_t numNewer : {0u, 1u, 2u})
        CHECK (rig.newest (numNewer).glideFromPitch == AllocatorRig::pitchOf (48));
}

TEST_CASE ("legato: the pitch glides from where it is, there and back", "[mono][glide]")
{
    AllocatorRig rig (legato ());
    rig.on (60);
    rig.wait (5000);
    rig.on (64);
    const auto& voice = rig.newest ();
    CHECK (voice.glideFromPitch == 30.25);
    CHECK (voice.glideSample == 6000);
    rig.wait (1000);
    rig.off (64); // a quarter of the way from 30.25 to 32.25
    CHECK (voice.glideFromPitch == Approx (30.75));
    CHECK (voice.glideSample == 7000);
    CHECK (voice.pitch == 30.25);
}

TEST_CASE ("legato without glide goes to the next pitch at once", "[mono][glide]")
{
    AllocatorRig rig ({.mode = VoiceMode::legato, .glide = GlideMode::off, .glideSeconds = 1});
    rig.strike ({60, 64});
    CHECK (rig.newest ().glideFromPitch == rig.newest ().pitch);
    CHECK (rig.newest ().pitch == AllocatorRig::pitchOf (64));
}

TEST_CASE ("mono: a return to a key that is down glides in glide `legato`", "[mono][glide]")
{
    AllocatorRig rig ({.mode = VoiceMode::mono, .glide = GlideMode::legato, .glideSeconds = 1});
    rig.strike ({60, 64});
    rig.off (64);
    REQUIRE (rig.held () == Keys {60});
    // The glide upwards had not begun.
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (60));
    rig.wait (48'000 * 2);
    rig.on (64);
    rig.wait (48'000 * 2);
    rig.off (64);
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (64));
}

TEST_CASE ("legato: a key struck twice without a note-off leaves its glide alone", "[mono][glide]")
{
    AllocatorRig rig (legato ());
    rig.strike ({60, 64});
    rig.wait (1000);
    rig.on (64);
    CHECK (rig.newest ().glideSample == 1000);
    CHECK (rig.newest ().glideFromPitch == 30.25);
}
