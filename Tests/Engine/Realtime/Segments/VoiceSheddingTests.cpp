// The partials and voices that each shedding level leaves out, equal for every way of calling a
// player.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/BusyPlayer.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

namespace
{
SynthEvent shedEvent (std::int64_t sample, int level)
{
    return {sample, SynthEventKind::shed, 0, static_cast<std::uint8_t> (level), 0};
}

/** Sines with the velocity's level and a long release. */
Patch longTails ()
{
    Patch patch;
    patch[PatchKey::velocitySensitivity] = 1;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampDecay] = 0;
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::ampRelease] = 20;
    return patch;
}

/** A scheduler, advanced by segments. */
class Segments
{
public:
    explicit Segments (const PatchValues& patch) : scheduler_ (48000)
    {
        scheduler_.setPatch (patch, {1, 1});
    }
    /** Sends the event at the next segment's first sample. */
    void send (SynthEvent event)
    {
        event.sample = segment_ * kControlSamples;
        scheduler_.apply (event, voices_);
    }
    void advance (int count = 1)
    {
        for (int i = 0; i < count; ++i)
        {
            voices_.clear ();
            scheduler_.beginSegment (segment_++, 0, nullptr, voices_);
        }
    }
    std::span<const VoiceSegment> voices () const { return voices_.partials (); }
    const Ramp& floor () const { return voices ().front ().oscillators[0].floor; }
    int numSounding () const { return scheduler_.numSounding (); }
    int level () const { return scheduler_.shedLevel (); }

private:
    VoiceScheduler scheduler_;
    ScheduledVoices voices_ {32, 1};
    std::int64_t segment_ = 0;
};

/** Longer than the fade of a shed or stolen voice. */
constexpr int kFadeSegments = 14;

Events withShedding (Events events, unsigned seed)
{
    std::uint32_t index = 0;
    for (std::int64_t at = 300; at < kBusyEnd; at += 200 + hashOf (seed, index) % 700)
        events.push_back (
            shedEvent (at, static_cast<int> (hashOf (seed + 1, index++) % (kMostShedLevel + 1))));
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
    return events;
}

/** Ten notes of a patch for 0.6 s at a shedding level. */
StereoSound tenNotes (const Patch& patch, int level)
{
    Events events {shedEvent (0, level)};
    for (const int key : {36, 43, 48, 52, 55, 60, 64, 67, 72, 76})
        events.push_back (noteOn (0, key, 0.8f));
    PlayerRig rig;
    rig.begin (patch);
    return rig.playUntil (28'800, events);
}
} // namespace

TEST_CASE ("at level 0 no record leaves anything out", "[shed]")
{
    Segments segments (longTails ());
    segments.send (noteOn (0, 60));
    segments.send (noteOn (0, 64, 0.01f));
    segments.send (noteOff (0, 64));
    for (int i = 0; i < 50; ++i)
    {
        segments.advance ();
        REQUIRE (segments.voices ().size () == 2);
        for (const VoiceSegment& voice : segments.voices ())
            for (const OscillatorSegment& oscillator : voice.oscillators)
                REQUIRE ((oscillator.floor.start == 0 && oscillator.floor.end == 0));
    }
}

TEST_CASE ("tails go first: at level 1 a quiet released voice fades, and no partial is left out",
           "[shed]")
{
    Segments segments (longTails ());
    segments.send (noteOn (0, 60));
    segments.send (noteOn (0, 62, 0.01f)); // -80 dB, held
    segments.send (noteOn (0, 64, 0.01f)); // -80 dB, released
    segments.send (noteOn (0, 65, 0.5f));  // -12 dB, released
    segments.advance (20);
    segments.send (noteOff (0, 64));
    segments.send (noteOff (0, 65));
    segments.advance (20);
    REQUIRE (segments.numSounding () == 4);
    segments.send (shedEvent (0, 1));
    segments.advance ();
    CHECK (segments.level () == 1);
    CHECK (segments.numSounding () == 4); // one of them fades
    segments.advance (kFadeSegments);
    CHECK (segments.numSounding () == 3);
    segments.advance (100);
    CHECK (segments.numSounding () == 3);
    for (const VoiceSegment& voice : segments.voices ())
        CHECK ((voice.oscillators[0].floor.start == 0 && voice.oscillators[0].floor.end == 0));
}

TEST_CASE ("levels leave out tails, then partials, then voices, and never less", "[shed]")
{
    CHECK_FALSE (kShedSteps[0].tailExponent);
    CHECK_FALSE (kShedSteps[0].floorExponent);
    CHECK (kShedSteps[1].tailExponent);
    CHECK_FALSE (kShedSteps[1].floorExponent);
    for (std::size_t level = 1; level + 1 < kShedSteps.size (); ++level)
    {
        const ShedStep &step = kShedSteps[level], &next = kShedSteps[level + 1];
        INFO ("level " << level);
        CHECK (next.tailExponent.value () >= step.tailExponent.value ());
        CHECK (next.floorExponent.value () >= step.floorExponent.value_or (-1000));
        CHECK (next.maxVoices <= step.maxVoices);
        if (next.maxVoices < kMaxVoices)
            CHECK (next.floorExponent == kShedSteps[kShedSteps.size () - 1].floorExponent);
    }
}

TEST_CASE ("a floor rises by 6 dB a segment, and is gone after level 0", "[shed]")
{
    Segments segments (longTails ());
    segments.send (noteOn (0, 60));
    segments.advance (10);
    const int level = GENERATE (2, kLastQuietShedLevel, 10);
    segments.send (shedEvent (0, level));
    float before = 0;
    for (int i = 0; i < 20; ++i)
    {
        segments.advance ();
        const Ramp floor = segments.floor ();
        REQUIRE (floor.start == before);
        REQUIRE (floor.end >= floor.start);
        REQUIRE (floor.end <= std::max (2 * floor.start, 1e-4f));
        before = floor.end;
    }
    // Floor relative to the only voice, which is the loudest.
    const int exponent = kShedSteps[static_cast<std::size_t> (level)].floorExponent.value ();
    CHECK (before == std::ldexp (1.0f, exponent));
    segments.send (shedEvent (0, 0));
    segments.advance ();
    CHECK (segments.floor ().start == before);
    CHECK (segments.floor ().end == 0);
    segments.advance ();
    CHECK ((segments.floor ().start == 0 && segments.floor ().end == 0));
}

TEST_CASE ("a quiet voice loses more partials than the loudest", "[shed]")
{
    Segments segments (longTails ());
    segments.send (noteOn (0, 60));
    segments.send (noteOn (0, 64, 0.1f)); // -40 dB: 2^-6.6
    segments.send (shedEvent (0, 5));
    segments.advance (40);
    REQUIRE (segments.voices ().size () == 2);
    const float loud = segments.voices ()[0].oscillators[0].floor.end,
                quiet = segments.voices ()[1].oscillators[0].floor.end;
    CHECK (loud == std::ldexp (1.0f, -10));
    CHECK ((quiet == 64 * loud || quiet == 128 * loud));
}

TEST_CASE ("the last level leaves four voices, and the newest notes begin all the same", "[shed]")
{
    Segments segments (longTails ());
    for (int key = 40; key < 60; ++key)
        segments.send (noteOn (0, key));
    segments.advance (10);
    REQUIRE (segments.numSounding () == 20);
    segments.send (shedEvent (0, kMostShedLevel));
    segments.advance (kFadeSegments + 1);
    CHECK (segments.numSounding () == 4);
    segments.send (noteOn (0, 80));
    segments.advance (kFadeSegments + 1);
    CHECK (segments.numSounding () == 4);
    segments.send (shedEvent (0, 0));
    for (int key = 40; key < 60; ++key)
        segments.send (noteOn (0, key));
    segments.advance (kFadeSegments);
    CHECK (segments.numSounding () >= 20);
}

TEST_CASE ("levels beyond the last count as the last", "[shed]")
{
    Segments segments (longTails ());
    segments.send (shedEvent (0, 200));
    CHECK (segments.level () == kMostShedLevel);
}

TEST_CASE ("what is left out does not depend on how blocks are cut", "[shed][player]")
{
    for (const unsigned seed : {31u, 32u, 33u})
    {
        const Events plain = seed == 31 ? busyEvents () : chanceEvents (seed);
        const Events events = withShedding (plain, seed);
        const auto whole = playBusy (events);
        CHECK_FALSE (sameBits (whole, playBusy (plain)));
        for (const BlockCutter& cut : {blocksOf (1), blocksOf (7), blocksOf (32), blocksOf (333),
                                       randomBlocks (5), randomBlocks (6)})
            CHECK (sameBits (whole, playBusy (events, cut)));
    }
}

TEST_CASE ("another player leaves out the same from a saved state on", "[shed][player]")
{
    const Events events = withShedding (busyEvents (), 41);
    const auto whole = playBusy (events);
    for (const std::int64_t saved : {700, 1500, 3211, 5000, 7777})
    {
        PlayerRig first, second;
        beginBusy (first);
        beginBusy (second);
        first.playUntil (saved, events);
        VoicePlayerState state (48000);
        first.player ().save (state);
        second.player ().restore (state);
        const auto tail = second.playUntil (kBusyEnd, events, randomBlocks (7));
        INFO ("saved at " << saved);
        REQUIRE (tail.size () > 0);
        CHECK (std::equal (tail.left.begin (), tail.left.end (), whole.left.end () - tail.size ()));
        CHECK (
            std::equal (tail.right.begin (), tail.right.end (), whole.right.end () - tail.size ()));
    }
}

TEST_CASE ("up to the last quiet level a chord differs by less than -60 dB", "[shed][patches]")
{
    for (const char* const name : {"Aurora", "Solar Wind", "Glass Choir", "Deep Current", "Velvet"})
    {
        const auto patch = findPatch (name);
        REQUIRE (patch);
        const auto full = tenNotes (*patch, 0);
        double sound = 0, difference = 0;
        const auto shed = tenNotes (*patch, kLastQuietShedLevel);
        for (const double x : differenceOf (full, StereoSound (full.size ())))
            sound += x * x;
        for (const double x : differenceOf (full, shed))
            difference += x * x;
        INFO (name << ": " << 10 * std::log10 (difference / sound) << " dB");
        CHECK (difference < 1e-6 * sound);
        CHECK (difference > 0);
    }
}

} // namespace melstrom::testing
