// Notes held by keys and pedals, against the voice allocator.
#include "Engine/Realtime/Control/HeldNotes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/AllocatorRig.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** A keyboard that HeldNotes follows, and an instrument that gets its events. */
struct HeldRig : AllocatorRig
{
    using AllocatorRig::AllocatorRig;

    void play (SynthEventKind kind, int channel, int key, float value)
    {
        send (kind, channel, key, value);
        notes.apply ({sample, kind, static_cast<std::uint8_t> (channel),
                      static_cast<std::uint8_t> (key), value});
    }
    void playOn (int key, int channel = 0) { play (SynthEventKind::noteOn, channel, key, 0.8f); }
    void playOff (int key, int channel = 0) { play (SynthEventKind::noteOff, channel, key, 0.3f); }
    void playControl (int number, int sevenBits, int channel = 0)
    {
        play (SynthEventKind::controller, channel, number, static_cast<float> (sevenBits) / 127);
    }
    /** HeldNotes gets every event. The instrument gets all events but note-ons, as in bypass. */
    void hear (const SynthEvent& event)
    {
        notes.apply (event);
        if (event.kind != SynthEventKind::noteOn)
            send (event.kind, event.channel, event.key, event.value);
    }
    void endAll ()
    {
        send (SynthEventKind::allSoundOff, 0, 0, 0);
        finishAll (VoiceState::fading);
    }
    int strikeAgain ()
    {
        int numEvents = 0;
        notes.strikeAgain (sample,
                           [&] (const SynthEvent& event)
                           {
                               send (event.kind, event.channel, event.key, event.value);
                               ++numEvents;
                           });
        return numEvents;
    }

    HeldNotes notes;
};

/** The state of a held voice that depends on its key and pedals. */
using Played = std::vector<std::array<int, 5>>;

Played playedBy (const AllocatorRig& rig)
{
    Played played;
    for (const auto place : rig.allocator.sounding ())
        if (const auto& voice = rig.at (place);
            voice.state == VoiceState::held || voice.state == VoiceState::sustained)
            played.push_back ({voice.channel, voice.key, voice.state == VoiceState::held,
                               voice.isSostenuto, static_cast<int> (voice.velocity * 1000)});
    return played;
}

Played sorted (Played played)
{
    std::sort (played.begin (), played.end ());
    return played;
}

/** Notes of few keys and pedals of few channels, so that they interact often. */
SynthEvent anyEvent (std::minstd_rand& random)
{
    const auto below = [&random] (unsigned end) { return random () % end; };
    const auto channel = static_cast<std::uint8_t> (below (3));
    const auto key = static_cast<std::uint8_t> (60 + below (6));
    const float value = static_cast<float> (1 + below (9)) / 10;
    const auto control = [&] (int number)
    {
        constexpr float kPlaces[] {0, 0.25f, 1, 1}; // up, a half pedal, down
        return SynthEvent {0, SynthEventKind::controller, channel,
                           static_cast<std::uint8_t> (number), kPlaces[below (4)]};
    };
    switch (below (10))
    {
        case 0:
        case 1:
        case 2:
        case 3: return {0, SynthEventKind::noteOn, channel, key, value};
        case 4:
        case 5:
        case 6: return {0, SynthEventKind::noteOff, channel, key, value};
        case 7: return control (64);
        case 8: return control (66);
        default:
        {
            constexpr int kNumbers[] {64, 64, 64, 64, 64, 121, 121, 120, 123, 127};
            return control (kNumbers[below (10)]);
        }
    }
}
} // namespace

TEST_CASE ("keys that are down are struck again in their order with their force", "[pedals]")
{
    HeldRig rig;
    rig.play (SynthEventKind::noteOn, 0, 64, 0.25f);
    rig.play (SynthEventKind::noteOn, 5, 60, 0.75f);
    rig.playOn (62);
    rig.playOff (62);
    rig.play (SynthEventKind::polyPressure, 0, 64, 0.5f);
    rig.endAll ();
    REQUIRE (playedBy (rig).empty ());
    CHECK (rig.strikeAgain () == 3);
    CHECK (playedBy (rig) == Played {{0, 64, 1, 0, 250}, {5, 60, 1, 0, 750}});
    CHECK (rig.newest (1).pressure == 0.5f);
    CHECK (rig.newest ().pressure == 0.0f);
    rig.playOff (64);
    rig.playOff (60, 5);
    CHECK (rig.released () == Keys {64, 60});
}

TEST_CASE ("what came up unheard is not struck again, and what went down unheard is", "[pedals]")
{
    HeldRig rig;
    rig.playOn (60);
    rig.playOn (64);
    rig.endAll ();
    rig.hear ({0, SynthEventKind::noteOff, 0, 60, 0});
    rig.hear ({0, SynthEventKind::noteOn, 0, 67, 0.5f});
    rig.hear ({0, SynthEventKind::noteOn, 0, 69, 0.5f});
    rig.hear ({0, SynthEventKind::noteOff, 0, 69, 0});
    rig.strikeAgain ();
    CHECK (rig.held () == Keys {64, 67});
    CHECK (rig.sustained ().empty ());
}

TEST_CASE ("a pedal that is still down holds its notes again, and one that came up does not",
           "[pedals]")
{
    for (const int pedal : {64, 66})
    {
        INFO ("controller " << pedal);
        HeldRig rig;
        for (const int channel : {0, 1})
        {
            rig.playOn (60, channel);
            rig.playControl (pedal, 127, channel);
            rig.playOff (60, channel);
        }
        REQUIRE (rig.sustained () == Keys {60, 60});
        rig.endAll ();
        rig.hear ({0, SynthEventKind::controller, 1, static_cast<std::uint8_t> (pedal), 0});
        rig.strikeAgain ();
        CHECK (rig.sustained () == Keys {60});
        CHECK (rig.newest ().channel == 0);
        CHECK (rig.newest ().releaseVelocity == 0.3f);
        rig.playControl (pedal, 0);
        CHECK (rig.sustained ().empty ());
    }
}

TEST_CASE ("what a half pedal let go is not struck again, and dies as slowly as before", "[pedals]")
{
    HeldRig rig;
    rig.playControl (64, 127);
    rig.playOn (60);
    rig.playOff (60);
    rig.playControl (64, 32); // its release starts
    rig.playOn (62);
    rig.playOff (62);
    rig.playOn (64);
    REQUIRE (rig.released () == Keys {60, 62});
    rig.endAll ();
    rig.hear ({0, SynthEventKind::controller, 0, 64, 48 / 127.0f});
    CHECK (rig.strikeAgain () == 1);
    CHECK (playedBy (rig) == Played {{0, 64, 1, 0, 800}});
    rig.playOff (64);
    CHECK (rig.released () == Keys {64});
    CHECK (rig.newest ().pedal == 0.75f); // the pedal has the position that it got in bypass
    rig.endAll ();
    rig.hear ({0, SynthEventKind::controller, 0, 64, 1}); // does not restore notes that it released
    CHECK (rig.strikeAgain () == 0);
}

TEST_CASE ("a sostenuto pedal that went down unheard holds what it caught and nothing else",
           "[pedals]")
{
    HeldRig rig;
    rig.playOn (60);
    rig.endAll ();
    rig.hear ({0, SynthEventKind::controller, 0, 66, 1});
    rig.hear ({0, SynthEventKind::noteOn, 0, 64, 0.5f});
    rig.strikeAgain ();
    rig.playOff (60);
    rig.playOff (64);
    CHECK (rig.sustained () == Keys {60});
    CHECK (rig.released () == Keys {64});
}

TEST_CASE ("the pedal of an MPE master holds the notes of its members", "[pedals]")
{
    HeldRig rig;
    rig.playControl (101, 0);
    rig.playControl (100, 6);
    rig.playControl (6, 4);
    rig.playControl (64, 127);
    rig.playOn (60, 3); // a member channel
    rig.playOn (62, 9); // not a member channel
    rig.playOff (60, 3);
    rig.playOff (62, 9);
    rig.endAll ();
    rig.strikeAgain ();
    CHECK (playedBy (rig) == Played {{3, 60, 0, 0, 800}});
}

TEST_CASE ("whatever was played is held again as it was", "[pedals]")
{
    int numPlayed = 0, numCaught = 0;
    for (unsigned seed = 1; seed <= 400; ++seed)
    {
        INFO ("seed " << seed);
        std::minstd_rand random (seed);
        AllocatorSettings settings;
        settings.maxVoices = kMaxVoices;
        HeldRig rig (settings);
        for (int i = 0; i < 60; ++i)
        {
            const auto event = anyEvent (random);
            rig.play (event.kind, event.channel, event.key, event.value);
            rig.finishAll (VoiceState::released);
        }
        const auto before = playedBy (rig);
        rig.endAll ();
        rig.strikeAgain ();
        CHECK (sorted (playedBy (rig)) == sorted (before));
        const bool hasCaught =
            std::any_of (before.begin (), before.end (), [] (const auto& note) { return note[3]; });
        if (! hasCaught)
            CHECK (playedBy (rig) == before); // in the same order
        numPlayed += static_cast<int> (before.size ());
        numCaught += hasCaught ? 1 : 0;
        // Pedals release the notes that they hold.
        for (int channel = 0; channel < 3; ++channel)
            for (const int pedal : {64, 66})
                rig.playControl (pedal, 0, channel);
        CHECK (rig.sustained ().empty ());
    }
    CHECK (numPlayed > 400);
    CHECK (numCaught > 40);
}

TEST_CASE ("a panic leaves nothing to strike", "[pedals]")
{
    for (const auto kind : {SynthEventKind::allNotesOff, SynthEventKind::allSoundOff})
    {
        HeldRig rig;
        rig.playControl (64, 127);
        rig.playOn (60);
        rig.playOn (62);
        rig.playOff (62);
        rig.play (kind, 0, 0, 0);
        CHECK (rig.strikeAgain () == 0);
    }
}

} // namespace melstrom::testing
