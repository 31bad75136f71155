// One voice for many keys: priorities, returns to held keys, and the state that mono and legato
// keep.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr auto kSoloModes = {VoiceMode::mono, VoiceMode::legato};

AllocatorSettings legato ()
{
    return {.mode = VoiceMode::legato,
            .glide = GlideMode::always,
            .glideSeconds = 0.5,
            .sampleRateHz = 8000};
}

/** The key that sounds after each event. Positive: key pressed; negative: key released. */
Keys played (VoiceMode mode, NotePriority priority, const Keys& events)
{
    AllocatorRig rig ({.mode = mode, .priority = priority});
    Keys sounding;
    for (const int event : events)
    {
        event > 0 ? rig.on (event) : rig.off (-event);
        const auto held = rig.held ();
        REQUIRE (held.size () <= 1);
        sounding.push_back (held.empty () ? 0 : held.front ());
    }
    return sounding;
}
} // namespace

TEST_CASE ("last: the key struck last sounds, and on release the one struck before it", "[mono]")
{
    for (const auto mode : kSoloModes)
        CHECK (played (mode, NotePriority::last, {64, 60, 67, -60, -67, -64}) ==
               Keys {64, 60, 67, 67, 64, 0});
}

TEST_CASE ("low: the lowest key that is down sounds", "[mono]")
{
    for (const auto mode : kSoloModes)
        CHECK (played (mode, NotePriority::low, {64, 60, 67, -60, -64, -67}) ==
               Keys {64, 60, 60, 64, 67, 0});
}

TEST_CASE ("high: the highest key that is down sounds", "[mono]")
{
    for (const auto mode : kSoloModes)
        CHECK (played (mode, NotePriority::high, {64, 60, 67, -67, 65, -64, -65, -60}) ==
               Keys {64, 64, 67, 64, 65, 65, 60, 0});
}

TEST_CASE ("mono: one voice plays all notes, and each begins its envelopes anew", "[mono]")
{
    AllocatorRig rig ({.mode = VoiceMode::mono});
    rig.on (60, 0, 0.5f);
    CHECK (rig.newest ().restartSample == kNever);
    rig.wait (100);
    rig.on (64, 0, 0.9f);
    REQUIRE (rig.allocator.sounding ().size () == 1);
    const auto& voice = rig.newest ();
    CHECK (voice.startSample == 1000);
    CHECK (voice.restartSample == 1100);
    CHECK (voice.formerReleaseSample == kNever);
    CHECK (voice.velocity == 0.9f);
    rig.wait (100);
    rig.off (64);
    REQUIRE (rig.held () == Keys {60});
    CHECK (rig.allocator.sounding ().size () == 1);
    CHECK (voice.restartSample == 1200);
    CHECK (voice.velocity == 0.5f);
    CHECK (voice.releaseVelocity == 0.0f);
    CHECK (voice.sequence == 0);
}

TEST_CASE ("a note without another takes over the tail of the one before", "[mono]")
{
    for (const auto mode : kSoloModes)
    {
        AllocatorRig rig ({.mode = mode});
        rig.on (60);
        rig.off (60);
        rig.wait (100);
        rig.on (64);
        REQUIRE (rig.allocator.sounding ().size () == 1);
        const auto& voice = rig.newest ();
        CHECK (rig.held () == Keys {64});
        CHECK (voice.formerReleaseSample == 1000);
        CHECK (voice.releaseSample == kNever);
        CHECK (voice.restartSample == 1100);
        rig.off (64); // before its envelopes restart
        CHECK (rig.released () == Keys {64});
        CHECK (voice.formerReleaseSample == 1000);
        CHECK (voice.releaseSample == 1100);
    }
}

TEST_CASE ("mono: a key without priority neither sounds nor strikes again", "[mono]")
{
    AllocatorRig rig ({.mode = VoiceMode::mono, .priority = NotePriority::low});
    rig.on (60);
    rig.wait (100);
    rig.on (64);
    CHECK (rig.fading ().empty ());
    CHECK (rig.newest ().startSample == 1000);
    rig.off (64);
    CHECK (rig.held () == Keys {60});
    CHECK (rig.allocator.sounding ().size () == 1);
}

TEST_CASE ("legato: keys that overlap keep the voice, its start and its envelope", "[mono]")
{
    AllocatorRig rig (legato ());
    rig.on (60, 0, 0.5f);
    rig.wait (5000);
    rig.on (64, 3, 0.9f);
    REQUIRE (rig.allocator.sounding ().size () == 1);
    const auto& voice = rig.newest ();
    CHECK (voice.key == 64);
    CHECK (voice.channel == 3);
    CHECK (voice.startSample == 1000);
    CHECK (voice.sequence == 0);
    CHECK (voice.velocity == 0.5f);
    CHECK (voice.releaseSample == kNever);
    CHECK (voice.restartSample == kNever);
    rig.off (64, 3);
    CHECK (rig.held () == Keys {60});
    CHECK (voice.startSample == 1000);
}

TEST_CASE ("legato: a key struck again without a note-off begins anew if it was alone", "[mono]")
{
    AllocatorRig rig (legato ());
    rig.on (60);
    rig.wait (100);
    rig.on (60);
    CHECK (rig.newest ().restartSample == 1100);
    rig.on (64);
    rig.wait (100);
    rig.on (64);
    CHECK (rig.newest ().restartSample == 1100);
    CHECK (rig.held () == Keys {64});
}

TEST_CASE ("a pedal holds the last key of a solo voice, and has no say in what is next", "[mono]")
{
    for (const auto mode : kSoloModes)
    {
        AllocatorRig rig ({.mode = mode});
        rig.sustain (true);
        rig.strike ({60, 64});
        rig.off (64);
        CHECK (rig.held () == Keys {60});
        rig.off (60);
        CHECK (rig.sustained () == Keys {60});
        rig.wait (100);
        rig.on (67);
        CHECK (rig.held () == Keys {67});
        CHECK (rig.sustained ().empty ());
        CHECK (rig.newest ().restartSample == 1100);
        rig.off (67);
        rig.sustain (false);
        CHECK (rig.released () == Keys {67});
    }
}

TEST_CASE ("one solo voice serves all channels", "[mono]")
{
    for (const auto mode : kSoloModes)
    {
        AllocatorRig rig ({.mode = mode});
        rig.on (60, 2);
        rig.on (60, 7);
        CHECK (rig.held () == Keys {60});
        CHECK (rig.newest ().channel == 7);
        rig.control (123, 0, 7);
        CHECK (rig.newest ().channel == 2);
        CHECK (rig.held () == Keys {60});
        rig.off (60, 2);
        CHECK (rig.held ().empty ());
    }
}

TEST_CASE ("a chord that sounded when the mode became mono ends with its keys", "[mono]")
{
    AllocatorRig rig;
    rig.strike ({60, 64, 67});
    rig.allocator.setSettings ({.mode = VoiceMode::mono});
    CHECK (rig.held () == Keys {60, 64, 67});
    rig.off (60);
    CHECK (rig.released () == Keys {60});
    CHECK (rig.held () == Keys {64, 67});
    rig.on (72);
    CHECK (rig.held () == Keys {72});
    rig.off (72);
    CHECK (rig.held () == Keys {67});
}

TEST_CASE ("all sound off on one channel leaves the solo voice to keys of the others", "[mono]")
{
    for (const auto mode : kSoloModes)
    {
        AllocatorRig rig ({.mode = mode});
        rig.on (60, 2);
        rig.on (64, 7);
        rig.wait (100);
        rig.control (120, 0, 7);
        CHECK (rig.held () == Keys {60});
        CHECK (rig.newest ().startSample == 1100);
        CHECK (rig.fading ().back () == 64);
    }
}

TEST_CASE ("a chord that sounded when the mode became legato leaves its newest voice", "[mono]")
{
    AllocatorRig rig;
    rig.strike ({60, 64});
    rig.allocator.setSettings ({.mode = VoiceMode::legato});
    rig.on (72);
    CHECK (rig.held () == Keys {60, 72});
    CHECK (rig.newest ().sequence == 1);
}

TEST_CASE ("all sound off on a channel without notes strikes no key", "[mono]")
{
    AllocatorRig rig ({.maxVoices = 1});
    rig.on (60, 1);
    rig.on (64, 1); // takes the voice of 60, whose key stays down
    rig.allocator.setSettings ({.mode = VoiceMode::mono, .priority = NotePriority::low});
    rig.control (120, 0, 0);
    CHECK (rig.held () == Keys {64});
}

TEST_CASE ("a key pressed twice is down once", "[mono]")
{
    HeldKeys keys;
    keys.press ({2, 60, 1, 0});
    keys.press ({2, 64, 1, 0});
    keys.press ({2, 60, 0.5f, 0});
    REQUIRE (keys.chosen (NotePriority::last));
    CHECK (keys.chosen (NotePriority::last)->key == 60);
    CHECK (keys.chosen (NotePriority::last)->velocity == 0.5f);
    keys.release (2, 60);
    CHECK_FALSE (keys.isDown (2, 60));
    CHECK (keys.chosen (NotePriority::last)->key == 64);
    keys.release (2, 64);
    CHECK (keys.isEmpty ());
}
