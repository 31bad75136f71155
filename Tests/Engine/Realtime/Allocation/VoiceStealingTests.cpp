// Which voices are stolen for a new note, and how.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("up to its limit every note has a voice, and beyond it one fades for each", "[stealing]")
{
    const int maxVoices = GENERATE (1, 2, 64, kMaxVoices);
    AllocatorRig rig ({.maxVoices = maxVoices});
    for (int i = 0; i < maxVoices; ++i)
        rig.on (i % 128, i / 128);
    CHECK (rig.held ().size () == static_cast<std::size_t> (maxVoices));
    CHECK (rig.fading ().empty ());
    rig.wait (100);
    rig.on (60, 9);
    CHECK (rig.held ().size () == static_cast<std::size_t> (maxVoices));
    REQUIRE (rig.fading () == Keys {0});
    CHECK (rig.at (rig.allocator.sounding ()[0]).fadeSample == 1100);
    CHECK (rig.newest ().channel == 9);
}

TEST_CASE ("a limit out of range counts as the nearest that is allowed", "[stealing]")
{
    AllocatorRig few ({.maxVoices = -5});
    few.strike ({60, 64});
    CHECK (few.held () == Keys {64});
    AllocatorRig many ({.maxVoices = 1000});
    for (int i = 0; i < 300; ++i)
        many.on (i % 128, i / 128);
    CHECK (many.held ().size () == kMaxVoices);
}

TEST_CASE ("a released voice goes before a held one, and a sustained one last", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 3});
    rig.on (60, 1);
    rig.sustain (true, 1);
    rig.off (60, 1); // the oldest, sustained
    rig.on (62);     // held
    rig.on (64);
    rig.off (64); // the newest, released
    rig.setLevel (60, 0.1f);
    rig.setLevel (62, 0.2f);
    rig.setLevel (64, 0.9f);
    rig.on (70);
    CHECK (rig.fading () == Keys {64});
    rig.setLevel (70, 0.5f);
    rig.on (71);
    CHECK (rig.fading () == Keys {62, 64});
    rig.on (72);
    CHECK (rig.fading () == Keys {62, 64, 70});
    CHECK (rig.sustained () == Keys {60});
    rig.sustain (true);
    rig.off (71);
    rig.off (72);
    rig.on (73);
    CHECK (rig.sustained () == Keys {71, 72}); // the quietest sustained voice was stolen
}

TEST_CASE ("of equals in state the quietest goes", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 3});
    rig.strike ({60, 62, 64});
    rig.setLevel (60, 0.5f);
    rig.setLevel (62, 0.75f);
    rig.setLevel (64, 0.25f);
    rig.on (70);
    CHECK (rig.fading () == Keys {64});
}

TEST_CASE ("of equally loud ones the oldest goes", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 3}, 0xfffffffeu); // also when the note counter wraps
    rig.strike ({64, 60, 62});
    for (const int key : {60, 62, 64})
        rig.setLevel (key, 0.5f);
    rig.on (70);
    CHECK (rig.fading () == Keys {64});
    rig.on (71);
    CHECK (rig.fading () == Keys {64, 60});
}

TEST_CASE ("notes of one chord do not take each other's place", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 4});
    rig.strike ({36, 40, 43, 47});
    for (const int key : {36, 40, 43, 47})
        rig.setLevel (key, 0.01f);
    rig.strike ({60, 64, 67, 71});
    CHECK (rig.held () == Keys {60, 64, 67, 71});
}

TEST_CASE ("a stolen voice keeps what it was, and takes part in nothing more", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 1});
    rig.on (60);
    rig.wait (10);
    rig.off (60);
    rig.wait (10);
    rig.on (64);
    REQUIRE (rig.fading () == Keys {60});
    const auto& stolen = rig.newest (1);
    CHECK (stolen.releaseSample == 1010);
    CHECK (stolen.fadeSample == 1020);
    rig.wait (10);
    rig.on (60);
    rig.off (60);
    rig.send (SynthEventKind::allNotesOff, 0, 0, 0);
    CHECK (stolen.fadeSample == 1020);
    CHECK (stolen.releaseSample == 1010);
    CHECK (stolen.state == VoiceState::fading);
}

TEST_CASE ("with all fade places taken the voice that has faded longest is cut", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 1});
    for (int key = 0; key <= kFadePlaces; ++key)
    {
        rig.on (key);
        rig.wait (1);
    }
    CHECK (rig.fading ().size () == kFadePlaces);
    CHECK (rig.fading ().front () == 0);
    rig.on (100);
    CHECK (rig.fading ().size () == kFadePlaces);
    CHECK (rig.fading ().front () == 1);
    CHECK (rig.fading ().back () == kFadePlaces);
}

TEST_CASE ("what is cut first is what began to fade first, not the oldest note", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 2});
    rig.strike ({0, 1});
    rig.setLevel (1, 0.5f);
    rig.on (2); // 1 fades before 0
    rig.setLevel (0, 0.25f);
    for (int key = 3; key < 3 + kFadePlaces; ++key)
    {
        rig.wait (1);
        rig.on (key);
    }
    CHECK (rig.fading ().size () == kFadePlaces);
    CHECK (rig.fading ().front () == 0);
}

TEST_CASE ("silencing all voices cuts none, and new notes find places", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = kMaxVoices});
    for (int i = 0; i < kMaxVoices; ++i)
        rig.on (i % 128, i / 128);
    rig.send (SynthEventKind::allSoundOff, 0, 0, 0);
    CHECK (rig.fading ().size () == kMaxVoices);
    for (int i = 0; i < kMaxVoices; ++i)
        rig.on (i % 128, i / 128);
    CHECK (rig.held ().size () == kMaxVoices);
    CHECK (rig.fading ().size () == kFadePlaces);
}

TEST_CASE ("a smaller limit holds from the next note on", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 8});
    rig.strike ({60, 61, 62, 63, 64, 65, 66, 67});
    rig.allocator.setSettings ({.maxVoices = 3});
    CHECK (rig.held ().size () == 8);
    rig.on (70);
    CHECK (rig.held () == Keys {66, 67, 70});
    CHECK (rig.fading () == Keys {60, 61, 62, 63, 64, 65});
}

TEST_CASE ("a note-off for a stolen note changes nothing", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 1});
    rig.strike ({60, 64});
    rig.off (60);
    CHECK (rig.held () == Keys {64});
    CHECK (rig.released ().empty ());
}

TEST_CASE ("of voices that have faded equally long the oldest note is cut", "[stealing]")
{
    AllocatorRig rig ({.maxVoices = 1});
    for (int key = 0; key <= kFadePlaces + 1; ++key)
        rig.on (key);
    CHECK (rig.fading ().size () == kFadePlaces);
    CHECK (rig.fading ().front () == 1);
}
