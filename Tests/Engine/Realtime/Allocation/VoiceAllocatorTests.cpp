// Notes of a polyphonic instrument: starts, ends and their order.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a key that goes down starts a held voice with all that is known of it", "[voices]")
{
    AllocatorRig rig;
    rig.on (60, 5, 0.7f);
    REQUIRE (rig.held () == Keys {60});
    const auto& voice = rig.newest ();
    CHECK (voice.channel == 5);
    CHECK (voice.velocity == 0.7f);
    CHECK (voice.pitch == 30.25);
    CHECK (voice.startSample == 1000);
    CHECK (voice.releaseSample == kNever);
    CHECK (voice.fadeSample == kNever);
    CHECK (voice.glideFromPitch == voice.pitch);
}

TEST_CASE ("a key that comes up releases its voice then", "[voices]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.wait (777);
    rig.off (60, 0, 0.25f);
    CHECK (rig.held () == Keys {64});
    REQUIRE (rig.released () == Keys {60});
    CHECK (rig.newest (1).releaseSample == 1777);
    CHECK (rig.newest (1).releaseVelocity == 0.25f);
    CHECK (rig.newest (1).startSample == 1000);
}

TEST_CASE ("a note-on of velocity 0 is a note-off of velocity 64", "[voices]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.on (60, 0, 0);
    CHECK (rig.held ().empty ());
    REQUIRE (rig.released () == Keys {60});
    CHECK (rig.newest ().releaseVelocity == 64.0f / 127);
}

TEST_CASE ("a note-off without its note changes nothing", "[voices]")
{
    AllocatorRig rig;
    rig.off (60);
    CHECK (rig.allocator.sounding ().empty ());
    rig.on (62);
    rig.off (60);
    rig.off (62, 1);
    CHECK (rig.held () == Keys {62});
    rig.off (62);
    rig.wait (10);
    rig.off (62);
    CHECK (rig.newest ().releaseSample == 1000);
}

TEST_CASE ("a key struck twice without a note-off sounds once, and one note-off ends it",
           "[voices]")
{
    AllocatorRig rig;
    rig.on (60);
    rig.wait (50);
    rig.on (60);
    CHECK (rig.held () == Keys {60});
    CHECK (rig.released () == Keys {60});
    CHECK (rig.newest (1).releaseSample == 1050);
    rig.off (60);
    CHECK (rig.held ().empty ());
}

TEST_CASE ("a key sounds once on each of sixteen channels", "[voices]")
{
    AllocatorRig rig;
    for (int channel = 0; channel < kNumChannels; ++channel)
        rig.on (60, channel);
    CHECK (rig.held () == Keys (16, 60));
    rig.off (60, 9);
    CHECK (rig.held () == Keys (15, 60));
    REQUIRE (rig.released () == Keys {60});
    for (const auto place : rig.allocator.sounding ())
        CHECK ((rig.at (place).state == VoiceState::released) == (rig.at (place).channel == 9));
}

TEST_CASE ("channels and keys that MIDI does not have are ignored", "[voices]")
{
    AllocatorRig rig;
    rig.on (60, 16);
    rig.on (128, 0);
    rig.on (255, 255);
    CHECK (rig.allocator.sounding ().empty ());
}

TEST_CASE ("pressure of a key reaches its voice and no other", "[voices]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.on (60, 1);
    rig.send (SynthEventKind::polyPressure, 0, 60, 0.5f);
    CHECK (rig.newest (2).pressure == 0.5f);
    CHECK (rig.newest (1).pressure == 0);
    CHECK (rig.newest (0).pressure == 0);
}

TEST_CASE ("all notes off releases every note, whatever a pedal says", "[voices]")
{
    AllocatorRig rig;
    rig.sustain (true);
    rig.strike ({60, 64});
    rig.off (60);
    rig.on (67, 3);
    rig.wait (5);
    rig.send (SynthEventKind::allNotesOff, 0, 0, 0);
    CHECK (rig.released () == Keys {60, 64, 67});
    CHECK (rig.newest (2).releaseSample == 1005);
}

TEST_CASE ("all sound off fades every voice at once and leaves those that fade", "[voices]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.off (60);
    rig.wait (5);
    rig.send (SynthEventKind::allSoundOff, 0, 0, 0);
    CHECK (rig.fading () == Keys {60, 64});
    rig.wait (5);
    rig.send (SynthEventKind::allSoundOff, 0, 0, 0);
    CHECK (rig.newest ().fadeSample == 1005);
    CHECK (rig.newest (1).releaseSample == 1000);
}

TEST_CASE ("controller 120 fades the voices of its channel only", "[voices]")
{
    AllocatorRig rig;
    rig.on (60, 2);
    rig.on (62, 3);
    rig.control (120, 0, 2);
    CHECK (rig.fading () == Keys {60});
    CHECK (rig.held () == Keys {62});
}

TEST_CASE ("controllers 123 to 127 lift the keys of their channel, and its pedal holds on",
           "[voices]")
{
    const int number = GENERATE (123, 124, 125, 126, 127);
    AllocatorRig rig;
    rig.on (60, 2);
    rig.on (61, 3);
    rig.sustain (true, 3);
    rig.control (number, 0, 2);
    rig.control (number, 0, 3);
    CHECK (rig.released () == Keys {60});
    CHECK (rig.sustained () == Keys {61});
}

TEST_CASE ("a finished voice is gone and the others keep their order", "[voices]")
{
    AllocatorRig rig;
    rig.strike ({60, 61, 62, 63});
    const int place = rig.allocator.sounding ()[1];
    rig.allocator.finish (place);
    CHECK (rig.held () == Keys {60, 62, 63});
    CHECK (rig.at (place).state == VoiceState::free);
    rig.allocator.finish (place);
    rig.allocator.finish (-1);
    rig.allocator.finish (kVoicePlaces);
    CHECK (rig.held () == Keys {60, 62, 63});
    rig.on (64);
    CHECK (rig.held () == Keys {60, 62, 63, 64});
}

TEST_CASE ("notes stay in order where their count wraps", "[voices]")
{
    AllocatorRig rig ({.maxVoices = 4}, 0xfffffffeu);
    rig.strike ({60, 61, 62, 63});
    CHECK (rig.newest (3).sequence == 0xfffffffeu);
    CHECK (rig.newest (0).sequence == 1);
    CHECK (rig.held () == Keys {60, 61, 62, 63});
    rig.on (64);
    CHECK (rig.held () == Keys {61, 62, 63, 64});
}

TEST_CASE ("a reset leaves no voice, no key and no pitch to glide from", "[voices]")
{
    AllocatorRig rig ({.glide = GlideMode::always, .glideSeconds = 1});
    rig.strike ({60, 64});
    rig.allocator.reset ();
    CHECK (rig.allocator.sounding ().empty ());
    rig.on (72);
    CHECK (rig.newest ().glideFromPitch == AllocatorRig::pitchOf (72));
    CHECK (rig.newest ().sequence == 0);
}

TEST_CASE ("a reset leaves no key down and none caught", "[voices]")
{
    AllocatorRig rig ({.glide = GlideMode::legato, .glideSeconds = 1});
    rig.on (60);
    rig.sostenuto (true);
    rig.allocator.reset ();
    rig.on (60);
    rig.wait (100'000);
    rig.off (60);
    CHECK (rig.released () == Keys {60}); // not held by the pedal
    rig.on (72);
    CHECK (rig.newest ().glideFromPitch == rig.newest ().pitch); // key 60 is not down
    rig.control (66, 127);
    rig.off (72);
    CHECK (rig.sustained () == Keys {72}); // the pedal counts again
}
