// Chord symbols, their tones and voicings, against music theory written by hand.
#include "Engine/Spec/Harmony/ChordSymbol.h"
#include "Engine/Spec/Harmony/ChordVoicing.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace melstrom;

namespace
{
/** Names of tones on C and on A. Each interval counts letters first, then semitones. */
struct Tones
{
    const char *name, *onC, *onA;
};
constexpr Tones kTones[] {
    {"maj", "C E G", "A C# E"},
    {"m", "C Eb G", "A C E"},
    {"5", "C G", "A E"},
    {"6", "C E G A", "A C# E F#"},
    {"m6", "C Eb G A", "A C E F#"},
    {"7", "C E G Bb", "A C# E G"},
    {"maj7", "C E G B", "A C# E G#"},
    {"m7", "C Eb G Bb", "A C E G"},
    {"mMaj7", "C Eb G B", "A C E G#"},
    {"dim", "C Eb Gb", "A C Eb"},
    {"dim7", "C Eb Gb Bbb", "A C Eb Gb"},
    {"m7b5", "C Eb Gb Bb", "A C Eb G"},
    {"aug", "C E G#", "A C# E#"},
    {"sus2", "C D G", "A B E"},
    {"sus4", "C F G", "A D E"},
    {"9", "C E G Bb D", "A C# E G B"},
    {"maj9", "C E G B D", "A C# E G# B"},
    {"m9", "C Eb G Bb D", "A C E G B"},
    {"add9", "C E G D", "A C# E B"},
    {"7#9", "C E G Bb D#", "A C# E G B#"},
};

int pitchClassOf (const std::string& tone)
{
    const std::string letters = "C D EF G A B"; // one position is one semitone
    int semitones = static_cast<int> (letters.find (tone[0]));
    for (const char accidental : tone.substr (1))
        semitones += accidental == '#' ? 1 : -1;
    return (semitones + 12) % 12;
}

std::set<int> pitchClassesOf (const char* tones)
{
    std::set<int> classes;
    std::istringstream stream (tones);
    for (std::string tone; stream >> tone;)
        classes.insert (pitchClassOf (tone));
    return classes;
}

template <typename Keys>
std::set<int> pitchClassesOf (const Keys& keys)
{
    std::set<int> classes;
    for (const int key : keys)
        classes.insert ((key + 120) % 12);
    return classes;
}

Chord chordOf (const std::string& symbol)
{
    const auto chord = parseChordSymbol (symbol);
    INFO (symbol << ": " << (chord ? "" : chord.error ().message));
    REQUIRE (chord.ok ());
    return *chord;
}

std::vector<int> semitonesOf (const char* symbol, ChordVoicing voicing)
{
    const auto keys = chordSemitones (chordOf (symbol).quality, voicing);
    return {keys.all ().begin (), keys.all ().end ()};
}

std::vector<int> keysOf (const ChordKeys& keys)
{
    return {keys.all ().begin (), keys.all ().end ()};
}

/** Motion between two chords, by the definition in ChordVoicing.h. */
int motionOf (const std::vector<int>& a, const std::vector<int>& b)
{
    const auto oneWay = [] (const auto& from, const auto& to)
    {
        int sum = 0;
        for (const int key : from)
        {
            int least = 999;
            for (const int other : to)
                least = std::min (least, std::abs (key - other));
            sum += least;
        }
        return sum;
    };
    return oneWay (a, b) + oneWay (b, a);
}
} // namespace

TEST_CASE ("each quality has the tones of music theory on every root", "[chords]")
{
    REQUIRE (std::size (kTones) == chordQualityRows ().size ());
    REQUIRE (std::size (kTones) == kNumChordQualities);
    for (std::size_t i = 0; i < std::size (kTones); ++i)
    {
        const auto& expected = kTones[i];
        const auto& row = chordQualityRows ()[i];
        INFO (expected.name);
        CHECK (row.name == expected.name);
        CHECK (tonesOverC (row) == expected.onC);
        for (const std::string root : {"C", "A"})
        {
            const auto chord = chordOf (root + expected.name);
            CHECK (chordQualityRow (chord.quality).name == expected.name);
            VoiceLeading leading (ChordVoicing::close);
            CHECK (pitchClassesOf (leading.next (chord).all ()) ==
                   pitchClassesOf (root == "C" ? expected.onC : expected.onA));
        }
        CHECK (std::ranges::is_sorted (row.intervals));
        CHECK (row.intervals[0] == 0);
    }
}

TEST_CASE ("roots, basses and usual spellings of chords are read", "[chords]")
{
    const std::pair<const char*, int> roots[] {
        {"C", 0},  {"C#", 1},  {"Db", 1},  {"D", 2},  {"Eb", 3}, {"E", 4},  {"Fb", 4},
        {"E#", 5}, {"F", 5},   {"F#", 6},  {"Gb", 6}, {"G", 7},  {"G#", 8}, {"Ab", 8},
        {"A", 9},  {"A#", 10}, {"Bb", 10}, {"B", 11}, {"B#", 0}, {"Cb", 11}};
    for (const auto& [name, pitchClass] : roots)
    {
        CHECK (chordOf (name) == Chord {pitchClass, ChordQuality::major, {}});
        CHECK (chordOf (std::string ("Dm7/") + name).bass == pitchClass);
    }
    const std::pair<const char*, const char*> spellings[] {
        {"M", "maj"},     {"-", "m"},     {"min", "m"},   {"M6", "6"},      {"-6", "m6"},
        {"M7", "maj7"},   {"min7", "m7"}, {"-7", "m7"},   {"mM7", "mMaj7"}, {"m(maj7)", "mMaj7"},
        {"-M7", "mMaj7"}, {"o", "dim"},   {"o7", "dim7"}, {"-7b5", "m7b5"}, {"+", "aug"},
        {"sus", "sus4"},  {"M9", "maj9"}, {"-9", "m9"},   {"7(#9)", "7#9"}, {"(add9)", "add9"}};
    for (const auto& [spelling, name] : spellings)
        for (const std::string root : {"C", "Bb", "F#"})
            CHECK (chordQualityRow (chordOf (root + spelling).quality).name == name);
    CHECK (chordOf ("Ab5") == Chord {8, ChordQuality::power, {}}); // a flat, not A with b5
    CHECK (chordOf ("Bbm7b5/Ab") == Chord {10, ChordQuality::halfDiminished, 8});
}

TEST_CASE ("what is no chord is refused, and the message says what is one", "[chords]")
{
    const std::pair<const char*, const char*> refused[] {{"", "root"},
                                                         {"H", "root"},
                                                         {"c", "root"},
                                                         {"am", "root"},
                                                         {"#C", "root"},
                                                         {"Cx", "'x'"},
                                                         {"C##", "'#'"},
                                                         {"CMAJ7", "'MAJ7'"},
                                                         {"C7sus4", "'7sus4'"},
                                                         {"C13", "'13'"},
                                                         {"C/", "bass"},
                                                         {"C/g", "'g' is not a bass"},
                                                         {"C6/9", "'9' is not a bass"},
                                                         {"C/G/E", "bass"},
                                                         {"Cm 7", "'m 7'"},
                                                         {"C-", nullptr},
                                                         {"C\xe2\x99\xaf", "not a quality"}};
    for (const auto& [symbol, named] : refused)
    {
        INFO (symbol);
        const auto chord = parseChordSymbol (symbol);
        REQUIRE (chord.ok () == (named == nullptr));
        if (named == nullptr)
            continue;
        CHECK (chord.error ().code == ErrorCode::badUsage);
        CHECK (chord.error ().message.find (named) != std::string::npos);
        for (const char* const part : {"A to G", "mMaj7", "7#9", "--list chords", "/G"})
            CHECK (chord.error ().message.find (part) != std::string::npos);
    }
}

TEST_CASE ("a spelling means one quality", "[chords]")
{
    std::set<std::string> seen;
    for (const auto& row : chordQualityRows ())
    {
        std::istringstream words {std::string (row.spellings)};
        bool hasName = false;
        for (std::string word; words >> word;)
        {
            INFO (word);
            CHECK (seen.insert (word).second);
            CHECK (chordOf ("C" + word).quality == row.quality);
            hasName = hasName || word == row.name;
            // behind a root it would be an accidental
            CHECK ((word[0] != '#' && word[0] != 'b'));
        }
        CHECK (hasName);
    }
}

TEST_CASE ("voicings of a chord over its root", "[chords]")
{
    using V = std::vector<int>;
    CHECK (semitonesOf ("C", ChordVoicing::close) == V {0, 4, 7});
    CHECK (semitonesOf ("C", ChordVoicing::open) == V {0, 7, 16}); // C G E
    CHECK (semitonesOf ("C", ChordVoicing::rootOctave) == V {-12, 0, 4, 7});
    CHECK (semitonesOf ("C5", ChordVoicing::open) == V {0, 19});
    CHECK (semitonesOf ("Cmaj7", ChordVoicing::open) == V {0, 7, 16, 23}); // C G E B
    CHECK (semitonesOf ("C9", ChordVoicing::close) == V {0, 4, 7, 10, 14});
    CHECK (semitonesOf ("C9", ChordVoicing::open) == V {0, 4, 10, 14, 19}); // C E Bb D G
    CHECK (semitonesOf ("Cadd9", ChordVoicing::open) == V {0, 4, 14, 19});
    for (const auto& row : chordQualityRows ())
    {
        INFO (row.name);
        const auto close = chordSemitones (row.quality, ChordVoicing::close);
        CHECK (std::ranges::equal (close.all (), row.intervals));
        for (const auto voicing : {ChordVoicing::open, ChordVoicing::rootOctave})
        {
            const auto keys = chordSemitones (row.quality, voicing);
            CHECK (pitchClassesOf (keys.all ()) == pitchClassesOf (close.all ()));
            CHECK (std::ranges::adjacent_find (keys.all (), std::greater_equal<> ()) ==
                   keys.all ().end ()); // rising, without repetitions
        }
        CHECK (chordSemitones (row.quality, ChordVoicing::open)[0] == 0);
        CHECK (chordSemitones (row.quality, ChordVoicing::rootOctave).size () == close.size () + 1);
    }
}

TEST_CASE ("chords follow each other by the nearest inversion", "[chords]")
{
    using V = std::vector<int>;
    VoiceLeading leading (ChordVoicing::close);
    CHECK (keysOf (leading.next (chordOf ("Am"))) == V {57, 60, 64});
    CHECK (keysOf (leading.next (chordOf ("F"))) == V {57, 60, 65});  // E to F
    CHECK (keysOf (leading.next (chordOf ("F"))) == V {57, 60, 65});  // no key moves
    CHECK (keysOf (leading.next (chordOf ("Dm"))) == V {57, 62, 65}); // C to D
    CHECK (keysOf (VoiceLeading (ChordVoicing::close).next (chordOf ("F"))) == V {53, 57, 60});
    CHECK (keysOf (VoiceLeading (ChordVoicing::close).next (chordOf ("E"))) == V {64, 68, 71});
}

TEST_CASE ("no inversion within the register is nearer than the one that was taken", "[chords]")
{
    // Every pair of roots of every quality, compared with all sets of keys of the register that
    // contain each tone of the second chord once and lie within an octave.
    for (const auto& row : chordQualityRows ())
        for (int root = 0; root < 12; ++root)
            for (int first = 0; first < 12; ++first)
            {
                VoiceLeading leading (ChordVoicing::close);
                const auto before = keysOf (leading.next ({first, ChordQuality::major, {}}));
                const auto taken = keysOf (leading.next ({root, row.quality, {}}));
                INFO (row.name << " on " << root << " after " << first);
                CHECK (taken.front () >= kLowestChordKey);
                CHECK (taken.back () <= kHighestChordKey);
                CHECK (taken.size () == row.intervals.size ());
                std::set<int> tones;
                for (const int interval : row.intervals)
                    tones.insert ((root + interval) % 12);
                CHECK (pitchClassesOf (taken) == tones);
                for (int lowest = kLowestChordKey; lowest <= kHighestChordKey - 11; ++lowest)
                {
                    if (! tones.contains (lowest % 12))
                        continue;
                    std::vector<int> other;
                    for (int key = lowest; key < lowest + 12; ++key)
                        if (tones.contains (key % 12))
                            other.push_back (key);
                    // ninths may exceed an octave: compares only chords without them
                    if (row.intervals.back () < 12)
                        CHECK (motionOf (taken, before) <= motionOf (other, before));
                }
            }
}

TEST_CASE ("a bass behind a slash is below all, and root-octave doubles what is lowest", "[chords]")
{
    using V = std::vector<int>;
    const auto first = [] (const char* symbol, ChordVoicing voicing)
    { return keysOf (VoiceLeading (voicing).next (chordOf (symbol))); };
    CHECK (first ("C/G", ChordVoicing::close) == V {55, 60, 64, 67});
    CHECK (first ("C/Bb", ChordVoicing::close) == V {58, 60, 64, 67});
    CHECK (first ("C/C", ChordVoicing::close) == V {48, 60, 64, 67});
    CHECK (first ("C", ChordVoicing::rootOctave) == V {48, 60, 64, 67});
    CHECK (first ("C/G", ChordVoicing::rootOctave) == V {43, 55, 60, 64, 67});
    CHECK (first ("C/E", ChordVoicing::open) == V {52, 60, 67, 76});
    CHECK (first ("G9/F", ChordVoicing::rootOctave) == V {41, 53, 55, 59, 62, 65, 69});
    VoiceLeading leading (ChordVoicing::rootOctave);
    leading.next (chordOf ("Am"));
    // The root, not the lowest key.
    CHECK (keysOf (leading.next (chordOf ("F"))) == V {53, 57, 60, 65});
}

TEST_CASE ("the table of chords in docs/synth.md is current", "[chords][docs]")
{
    const std::string begin = "<!-- chords: written by the tests -->\n",
                      end = "<!-- end of chords -->\n";
    const auto path = std::filesystem::path (testing::testDataFolder ()) / "../docs/synth.md";
    const std::string text = testing::bytesOfFile (path);
    const auto first = text.find (begin), last = text.find (end);
    REQUIRE (first != std::string::npos);
    REQUIRE (last != std::string::npos);
    const auto current =
        text.substr (0, first + begin.size ()) + chordQualityTable () + text.substr (last);
    if (std::getenv ("MELSTROM_REFRESH_DOCS") && text != current)
    {
        std::ofstream (path, std::ios::binary) << current;
        WARN ("docs/synth.md was written anew");
        return;
    }
    INFO ("to refresh: MELSTROM_REFRESH_DOCS=1 and the tests with \"[docs]\"");
    CHECK ((text == current));
}
