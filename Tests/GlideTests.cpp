// Where a glide begins, and how it goes.
#include "Engine/Realtime/Glide.h"
#include "Tests/Support/AllocatorRig.h"
#include "Tests/Support/Catch.h"

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
    CHECK (glidedPitch (voice, 62, 900, 0.5, 48'000) == 50);
    CHECK (glidedPitch (voice, 62, 1000, 0.5, 48'000) == 50);
    CHECK (glidedPitch (voice, 62, 7000, 0.5, 48'000) == Approx (53));
    CHECK (glidedPitch (voice, 62, 25'000, 0.5, 48'000) == 62);
    CHECK (glidedPitch (voice, 62, 1'000'000, 0.5, 48'000) == 62);
    CHECK (glidedPitch (voice, 62, 900, 0, 48'000) == 62);
    CHECK (glidedPitch (voice, 62, 1000, 0, 48'000) == 62);
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
    rig.on (72); // its own key is not another
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
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (60)); // the way up had not begun
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
