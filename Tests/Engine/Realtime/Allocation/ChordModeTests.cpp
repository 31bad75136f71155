// The sound of chord mode: one key against the keys of its chord, struck one by one.
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/BusyPlayer.h"

#include <algorithm>
#include <sstream>

namespace melstrom::testing
{

namespace
{
/** Degrees of the major scale over the root, with their accidentals.
    Source: Levine 1995, The Jazz Theory Book */
struct Formula
{
    const char *name, *degrees;
};
constexpr Formula kFormulae[] {
    {"maj", "1 3 5"},      {"m", "1 b3 5"},       {"5", "1 5"},          {"6", "1 3 5 6"},
    {"m6", "1 b3 5 6"},    {"7", "1 3 5 b7"},     {"maj7", "1 3 5 7"},   {"m7", "1 b3 5 b7"},
    {"mMaj7", "1 b3 5 7"}, {"dim", "1 b3 b5"},    {"dim7", "1 b3 b5 6"}, {"m7b5", "1 b3 b5 b7"},
    {"aug", "1 3 #5"},     {"sus2", "1 2 5"},     {"sus4", "1 4 5"},     {"9", "1 3 5 b7 9"},
    {"maj9", "1 3 5 7 9"}, {"m9", "1 b3 5 b7 9"}, {"add9", "1 3 5 9"},   {"7#9", "1 3 5 b7 #9"},
};

std::vector<int> semitonesOf (const char* degrees)
{
    constexpr int kMajorScale[] {0, 2, 4, 5, 7, 9, 11, 12, 14};
    std::vector<int> semitones;
    std::istringstream stream (degrees);
    for (std::string degree; stream >> degree;)
    {
        const int shift = degree[0] == 'b' ? -1 : degree[0] == '#' ? 1 : 0;
        semitones.push_back (kMajorScale[degree.back () - '1'] + shift);
    }
    return semitones;
}

/** Implements the voicings by the text of docs/synth.md. */
std::vector<int> voiced (std::vector<int> semitones, const std::string& voicing)
{
    const bool isWide = semitones.back () > 12;
    for (std::size_t i = 0; i < semitones.size () && voicing == "open"; ++i)
        if (isWide ? i == 2 : i % 2 == 1)
            semitones[i] += 12;
    if (voicing == "root-octave")
        semitones.push_back (-12);
    std::ranges::sort (semitones);
    return semitones;
}

/** Random start phases and a matrix: everything that differs from note to note. */
Patch colouredPatch ()
{
    Patch patch;
    for (const char* const setting :
         {"osc1.spectrum=saw", "osc1.partials=5", "osc1.phase=1", "amp.release=0.02"})
        REQUIRE (applySetting (patch, setting));
    patch[PatchKey::matrixSource] = static_cast<float> (ModulationSource::key);
    patch[PatchKey::matrixTarget] = 1; // the volume
    patch[PatchKey::matrixDepth] = -0.2f;
    return patch;
}

Patch chordPatch (const std::string& type, const std::string& voicing = "close",
                  const std::string& strumMs = "0")
{
    Patch patch = colouredPatch ();
    REQUIRE (applySetting (patch, "chord.type=" + type));
    REQUIRE (applySetting (patch, "chord.voicing=" + voicing));
    REQUIRE (applySetting (patch, "chord.strum=" + strumMs));
    return patch;
}

Events struck (std::int64_t sample, int root, const std::vector<int>& semitones,
               int strumSamples = 0)
{
    Events events;
    for (const int above : semitones)
    {
        events.push_back (noteOn (sample, root + above, 0.7f));
        sample += strumSamples;
    }
    return events;
}

Events ended (std::int64_t sample, int root, const std::vector<int>& semitones)
{
    Events events;
    for (const int above : semitones)
        events.push_back (noteOff (sample, root + above));
    return events;
}

Events joined (const std::vector<Events>& parts)
{
    Events all;
    for (const auto& part : parts)
        all.insert (all.end (), part.begin (), part.end ());
    std::ranges::stable_sort (all, {}, &SynthEvent::sample);
    return all;
}

constexpr int kNumSamples = 4000;

StereoSound soundOf (const Patch& patch, const Events& events)
{
    return play (patch, events, kNumSamples);
}

const std::vector<int> kSeventh {0, 4, 7, 10};
} // namespace

TEST_CASE ("one key sounds every quality in every voicing as its keys do, bit for bit",
           "[chord-mode]")
{
    REQUIRE (std::size (kFormulae) == kNumChordQualities);
    REQUIRE (parameterOf (PatchKey::chordType).choices.size () == kNumChordQualities + 1);
    const auto alone =
        soundOf (colouredPatch (), joined ({{noteOn (77, 60, 0.7f)}, {noteOff (2500, 60)}}));
    for (const auto& [name, degrees] : kFormulae)
        for (const std::string voicing : {"close", "open", "root-octave"})
        {
            INFO (name << ", " << voicing);
            const auto semitones = voiced (semitonesOf (degrees), voicing);
            const auto chord =
                soundOf (chordPatch (name, voicing), {noteOn (77, 60, 0.7f), noteOff (2500, 60)});
            const auto keys =
                soundOf (colouredPatch (),
                         joined ({struck (77, 60, semitones), ended (2500, 60, semitones)}));
            CHECK (sameBits (chord, keys));
            CHECK_FALSE (sameBits (chord, alone));
        }
}

TEST_CASE ("a strum begins each note at its very sample, from the lowest up", "[chord-mode]")
{
    for (const int strumSamples : {1, 31, 32, 33, 480})
    {
        const auto milliseconds = exactText (static_cast<float> (strumSamples) / 48);
        INFO (strumSamples << " samples");
        for (const std::int64_t start : {0, 5, 96})
            CHECK (sameBits (
                soundOf (chordPatch ("7", "close", milliseconds),
                         {noteOn (start, 60, 0.7f), noteOff (2500, 60)}),
                soundOf (colouredPatch (), joined ({struck (start, 60, kSeventh, strumSamples),
                                                    ended (2500, 60, kSeventh)}))));
    }
}

TEST_CASE ("a key that comes up drops the notes of its strum that have not begun", "[chord-mode]")
{
    const Patch patch = chordPatch ("7", "close", "10"); // at 100, 580, 1060, 1540
    for (const std::int64_t end : {101, 580, 581, 1059, 1060, 1061, 1540})
    {
        INFO ("up at " << end);
        std::vector<int> begun;
        for (std::size_t i = 0; i < kSeventh.size (); ++i)
            if (100 + 480 * static_cast<int> (i) < end)
                begun.push_back (kSeventh[i]);
        const auto keys = soundOf (colouredPatch (),
                                   joined ({struck (100, 60, begun, 480), ended (end, 60, begun)}));
        CHECK (sameBits (soundOf (patch, {noteOn (100, 60, 0.7f), noteOff (end, 60)}), keys));
        const Events all {noteOn (100, 60, 0.7f), {end, SynthEventKind::allNotesOff, 0, 0, 0}};
        CHECK (sameBits (soundOf (patch, all), keys));
    }
}

TEST_CASE ("a pedal that holds a key lets its strum go on", "[chord-mode]")
{
    const Patch patch = chordPatch ("7", "close", "10");
    const Events pedal {controller (50, 64, 1)}, up {controller (1300, 64, 0)};
    const std::vector<int> begun {0, 4, 7};
    CHECK (sameBits (soundOf (patch, joined ({pedal, {noteOn (100, 60, 0.7f), noteOff (200, 60)}})),
                     soundOf (colouredPatch (), joined ({pedal, struck (100, 60, kSeventh, 480),
                                                         ended (3990, 60, kSeventh)}))));
    CHECK (sameBits (
        soundOf (patch, joined ({pedal, {noteOn (100, 60, 0.7f), noteOff (200, 60)}, up})),
        soundOf (colouredPatch (),
                 joined ({struck (100, 60, begun, 480), ended (1300, 60, begun)}))));
}

TEST_CASE ("a chord that was struck stays what it is when the parameters change", "[chord-mode]")
{
    const Patch patch = chordPatch ("7", "close", "10");
    const Events notes {noteOn (100, 60, 0.7f), noteOff (2500, 60)};
    const auto typeOf = [] (int value)
    { return parameterEvent (700, PatchKey::chordType, static_cast<float> (value)); };
    for (const auto& change :
         {typeOf (0), typeOf (12), parameterEvent (700, PatchKey::chordVoicing, 2),
          parameterEvent (700, PatchKey::chordStrum, 100)})
        CHECK (sameBits (soundOf (patch, joined ({notes, {change}})), soundOf (patch, notes)));
    // The next chord has a different type; both end with the key.
    const auto again = soundOf (patch, joined ({notes, {typeOf (0), noteOn (3000, 60, 0.7f)}}));
    const auto keys = soundOf (colouredPatch (), joined ({struck (100, 60, kSeventh, 480),
                                                          ended (2500, 60, kSeventh),
                                                          {noteOn (3000, 60, 0.7f)}}));
    CHECK (sameBits (again, keys));
}

TEST_CASE ("mono and legato play the key alone", "[chord-mode]")
{
    for (const std::string mode : {"mono", "legato"})
    {
        Patch chord = chordPatch ("m9", "open", "5"), alone = colouredPatch ();
        REQUIRE (applySetting (chord, "patch.voice_mode=" + mode));
        REQUIRE (applySetting (alone, "patch.voice_mode=" + mode));
        const Events notes {noteOn (100, 60), noteOn (900, 64), noteOff (1500, 64),
                            noteOff (2500, 60)};
        CHECK (sameBits (soundOf (chord, notes), soundOf (alone, notes)));
        CHECK (isIdle (chord, PatchKey::chordType));
        CHECK (isIdle (chord, PatchKey::chordStrum));
    }
}

TEST_CASE ("the bits of strummed chords do not depend on how blocks are cut or states are copied",
           "[chord-mode][player]")
{
    const auto begin = [] (PlayerRig& rig)
    {
        beginBusy (rig);
        Patch patch = busyPatch ();
        REQUIRE (applySetting (patch, "chord.type=7#9"));
        REQUIRE (applySetting (patch, "chord.strum=7.3"));
        REQUIRE (applySetting (patch, "patch.max_voices=13"));
        rig.begin (patch);
    };
    const auto playAll = [&] (const Events& events, const BlockCutter& cut)
    {
        PlayerRig rig;
        begin (rig);
        return rig.playUntil (kBusyEnd, events, cut);
    };
    for (const auto& events : {busyEvents (), chanceEvents (31), chanceEvents (32)})
    {
        const auto whole = playAll (events, blocksOf (4096));
        for (const int block : {1, 7, 32, 333})
            CHECK (sameBits (whole, playAll (events, blocksOf (block))));
        CHECK (sameBits (whole, playAll (events, randomBlocks (5))));
        PlayerRig first, second;
        begin (first);
        begin (second);
        VoicePlayerState state (48000);
        for (std::int64_t position = 0; position < kBusyEnd; position += 517)
        {
            first.playUntil (position, events, randomBlocks (9));
            first.player ().save (state);
            second.player ().restore (state);
            const auto tail = second.playUntil (kBusyEnd, events);
            INFO ("saved at " << position);
            CHECK (sameBits (tail.left, {whole.left.end () - tail.size (), whole.left.end ()}));
            CHECK (sameBits (tail.right, {whole.right.end () - tail.size (), whole.right.end ()}));
        }
    }
}

TEST_CASE ("strummed chords take no memory", "[chord-mode][player]")
{
    PlayerRig rig;
    rig.begin (chordPatch ("maj9", "root-octave", "3"));
    std::vector<float> left (64), right (64);
    const Events notes {noteOn (0, 60), noteOn (1, 67), noteOff (40, 60)};
    const AllocationCount count;
    for (int block = 0; block < 20; ++block)
        if (! rig.player ().process (
                {block == 0 ? std::span (notes) : std::span<const SynthEvent> (), nullptr,
                 left.data (), right.data (), 64}))
            FAIL ();
    CHECK (count.value () == 0);
    CHECK (rig.player ().numSounding () > 5);
}

TEST_CASE ("every chord type can be set from a command line and kept in a file",
           "[chord-mode][patch]")
{
    for (std::size_t i = 0; i < std::size (kFormulae); ++i)
    {
        Patch patch;
        INFO (kFormulae[i].name);
        REQUIRE (applySetting (patch, std::string ("chord.type=") + kFormulae[i].name));
        CHECK (patch[PatchKey::chordType] == static_cast<float> (i + 1));
        const auto again = parsePatch (toToml (patch), "mine.toml");
        REQUIRE (again);
        CHECK (*again == patch);
    }
    Patch patch;
    const auto refused = applySetting (patch, "chord.type=13");
    REQUIRE_FALSE (refused);
    CHECK (refused.error ().message.find ("7#9") != std::string::npos);
}

} // namespace melstrom::testing
