// Chord text to events: bars, shares, repeats, strum, and refusals.
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/Midi/ChordSong.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr double kRateHz = 48000;

std::vector<PlacedChord> chordsOf (std::string_view text)
{
    auto chords = parseChordText (text);
    INFO (text << ": " << (chords ? "" : chords.error ().message));
    REQUIRE (chords.ok ());
    return *std::move (chords);
}

MidiSong songOf (std::string_view text, const ChordStyle& style = {})
{
    auto song = makeChordSong (chordsOf (text), style, kRateHz);
    REQUIRE (song.ok ());
    return *std::move (song);
}

/** Samples at which keys go down, with the number of keys. */
std::map<std::int64_t, int> strokes (const MidiSong& song)
{
    std::map<std::int64_t, int> at;
    for (const auto& event : song.events)
        if (event.kind == SynthEventKind::noteOn)
            ++at[event.sample];
    return at;
}

void checkFault (std::string_view text, const std::string& column, const char* named)
{
    const auto chords = parseChordText (text);
    INFO (text);
    REQUIRE_FALSE (chords.ok ());
    INFO (chords.error ().message);
    CHECK (chords.error ().code == ErrorCode::badUsage);
    CHECK (chords.error ().message.starts_with ("column " + column + ": "));
    CHECK (chords.error ().message.find (named) != std::string::npos);
}
} // namespace

TEST_CASE ("bars divide chords, which share a bar evenly", "[chords]")
{
    const auto chords = chordsOf (" | Am7 | F  G C|%|. Dm |");
    const auto place = [&] (std::size_t i)
    { return std::tuple (chords[i].bar, chords[i].indexInBar, chords[i].numInBar); };
    REQUIRE (chords.size () == 7);
    CHECK (place (0) == std::tuple (0, 0, 1));
    CHECK (place (1) == std::tuple (1, 0, 3));
    CHECK (place (3) == std::tuple (1, 2, 3));
    CHECK (place (4) == std::tuple (2, 0, 1));
    CHECK (place (5) == std::tuple (3, 0, 2));
    CHECK (chords[4].chord == chords[3].chord);
    CHECK (chords[5].chord == chords[3].chord);
    CHECK (chords[6].chord == Chord {2, ChordQuality::minor, {}});
    CHECK (chordsOf ("C") == chordsOf ("| C |"));
    CHECK (chordsOf ("C|G") == chordsOf ("C\t|\nG"));
}

TEST_CASE ("chord text that is wrong is refused with its column", "[chords]")
{
    checkFault ("", "1", "no chord");
    checkFault ("   ", "4", "no chord");
    checkFault ("|", "2", "no chord");
    checkFault ("Am7 | Xmaj7 | C", "7", "'Xmaj7' is not a chord");
    checkFault ("Am7 | Fmaj7 | C13", "15", "'13' is not a quality");
    checkFault ("C || G", "4", "a bar is empty");
    checkFault ("|| C", "2", "a bar is empty");
    checkFault ("% C", "1", "'%'");
    checkFault ("| . C", "3", "'.'");
    checkFault ("C\xc3\xa9 H", "1", "not a quality");
    checkFault ("C \xc3\xa9 H", "3", "not a chord");
    std::string many;
    for (int i = 0; i <= kMostChordsInBar; ++i)
        many += "C ";
    checkFault (many, std::to_string (2 * kMostChordsInBar + 1), "64");
    std::string bars;
    for (int i = 0; i < kMostChordBars; ++i)
        bars += "C|";
    CHECK (chordsOf (bars).size () == static_cast<std::size_t> (kMostChordBars));
    checkFault (bars + "C", std::to_string (2 * kMostChordBars + 1), "4096 bars");
}

TEST_CASE ("chords begin and end at their beats", "[chords]")
{
    // 120 a minute at 48 kHz: a beat is 24,000 samples
    const auto song = songOf ("C | F G C");
    CHECK (song.lengthSamples == 2 * 4 * 24000);
    CHECK (song.numNotes == 12);
    CHECK (strokes (song) ==
           std::map<std::int64_t, int> {{0, 3}, {96000, 3}, {128000, 3}, {160000, 3}});
    CHECK (std::ranges::is_sorted (song.events, {}, &SynthEvent::sample));
    CHECK (song.tempo.beatsAt (96000) == Approx (4));
    std::map<int, int> down;
    for (const auto& event : song.events)
    {
        down[event.key] += event.kind == SynthEventKind::noteOn ? 1 : -1;
        CHECK ((down[event.key] == 0 || down[event.key] == 1));
        CHECK (event.channel == 0);
        if (event.kind == SynthEventKind::noteOn)
            CHECK (event.value == Approx (100.0 / 127));
    }
    CHECK (std::ranges::all_of (down, [] (const auto& key) { return key.second == 0; }));

    ChordStyle waltz;
    waltz.beatsPerBar = 3;
    waltz.beatsPerMinute = 90;
    const auto slow = songOf ("C | F", waltz);
    CHECK (slow.lengthSamples == 6 * 32000); // 666,667 microseconds a beat, as a MIDI file has it
    CHECK (strokes (slow) == std::map<std::int64_t, int> {{0, 3}, {96000, 3}});
}

TEST_CASE ("a strum goes upwards and takes half of its chord at most", "[chords]")
{
    ChordStyle style;
    style.strumMs = 25;
    const auto song = songOf ("C9 | G", style);
    CHECK (strokes (song) == std::map<std::int64_t, int> {{0, 1},
                                                          {1200, 1},
                                                          {2400, 1},
                                                          {3600, 1},
                                                          {4800, 1},
                                                          {96000, 1},
                                                          {97200, 1},
                                                          {98400, 1}});
    int before = 0;
    for (const auto& event : song.events)
        if (event.kind == SynthEventKind::noteOn && event.sample < 96000)
        {
            CHECK (event.key > before);
            before = event.key;
        }
    style.strumMs = kLongestStrumMs;
    style.beatsPerBar = 1;
    // a chord lasts 12,000 samples, of which the strum of three keys takes 6,000
    CHECK (strokes (songOf ("C C", style)) ==
           std::map<std::int64_t, int> {
               {0, 1}, {3000, 1}, {6000, 1}, {12000, 1}, {15000, 1}, {18000, 1}});
}

TEST_CASE ("a chord song of more than a day is refused", "[chords]")
{
    ChordStyle style;
    style.beatsPerMinute = kLowestTempo;
    style.beatsPerBar = kMostBeatsOfBar;
    std::string bars;
    for (int i = 0; i < 451; ++i) // 192 s each
        bars += "C|";
    const auto song = makeChordSong (chordsOf (bars), style, kRateHz);
    REQUIRE_FALSE (song.ok ());
    CHECK (song.error ().code == ErrorCode::badUsage);
    CHECK (song.error ().message.find ("86592 s; 24 hours") != std::string::npos);
    CHECK (makeChordSong (chordsOf (bars.substr (2)), style, kRateHz).ok ());
}

TEST_CASE ("an argument of --render is chords where there is no such file",
           "[chords][command-line]")
{
    const TemporaryFolder folder;
    const auto render = [] (const std::string& song, std::vector<std::string> options = {})
    {
        options.insert (options.begin (), {"--render", song, "--out", "out.wav"});
        return parseCommandLine (options, std::nullopt);
    };
    const auto chords = render ("Am7 | F/C", {"--tempo", "87.5", "--beats", "3", "--voicing",
                                              "root-octave", "--strum", "12"});
    INFO ((chords ? "" : chords.error ().message));
    REQUIRE (chords.ok ());
    const auto& request = std::get<RenderRequest> (chords->request);
    REQUIRE (request.chords.has_value ());
    CHECK (request.chords->chords == chordsOf ("Am7 | F/C"));
    CHECK (request.chords->style.beatsPerMinute == 87.5);
    CHECK (request.chords->style.beatsPerBar == 3);
    CHECK (request.chords->style.voicing == ChordVoicing::rootOctave);
    CHECK (request.chords->style.strumMs == 12);
    CHECK (request.songFile.empty ());

    for (const std::string& song :
         {std::string ("C.mid"), std::string ("Am7.MIDI"), folder.write ("Am7", "no matter what")})
    {
        const auto file = render (song);
        REQUIRE (file.ok ());
        CHECK (std::get<RenderRequest> (file->request).songFile == song);
        CHECK_FALSE (std::get<RenderRequest> (file->request).chords.has_value ());
        for (const char* const option : {"--tempo", "--beats", "--strum"})
        {
            const auto refused = render (song, {option, "60"});
            REQUIRE_FALSE (refused.ok ());
            CHECK (refused.error ().code == ErrorCode::badUsage);
            CHECK (refused.error ().message.find (option) != std::string::npos);
        }
    }
    const auto unknown = render ("Am7 | song.mdi");
    REQUIRE_FALSE (unknown.ok ());
    for (const char* const part :
         {"there is no file", "column 7", "'song.mdi' is not a chord", "A to G"})
        CHECK (unknown.error ().message.find (part) != std::string::npos);
    const std::tuple<const char*, const char*, const char*> values[] {
        {"--tempo", "9", "10 to 999"},
        {"--tempo", "nan", "10 to 999"},
        {"--beats", "0", "1 to 32"},
        {"--beats", "3.5", "1 to 32"},
        {"--strum", "-1", "0 to 200"},
        {"--strum", "201", "0 to 200"},
        {"--voicing", "wide", "close, open or root-octave"}};
    for (const auto& [option, value, allowed] : values)
    {
        const auto refused = render ("C", {option, value});
        REQUIRE_FALSE (refused.ok ());
        CHECK (refused.error ().message.find (option) != std::string::npos);
        CHECK (refused.error ().message.find (allowed) != std::string::npos);
    }
}
