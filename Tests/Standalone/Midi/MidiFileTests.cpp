#include "Standalone/Midi/MidiFile.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TestData.h"

#include <cmath>

namespace melstrom::testing
{
namespace
{

using Kind = SynthEventKind;

MidiSong songOf (const std::string& file, double rateHz = 48000)
{
    auto song = parseMidi (file, "a.mid", rateHz);
    INFO ((song ? "" : song.error ().message));
    REQUIRE (song.ok ());
    return *std::move (song);
}

/** Kind, channel, key and value of each event; its sample. */
void checkEvent (const SynthEvent& event, std::int64_t sample, Kind kind, int channel, int key,
                 double value)
{
    CHECK (event.sample == sample);
    CHECK (event.kind == kind);
    CHECK (event.channel == channel);
    CHECK (event.key == key);
    CHECK (event.value == Approx (value).margin (1e-7));
}

} // namespace

TEST_CASE ("every kind of channel event becomes its synthesizer event", "[midi]")
{
    const auto song = songOf (
        midi ({bytes ({0x00, 0x93, 60, 127}) + bytes ({0x00, 0xa3, 60, 64}) +
               bytes ({0x00, 0xd3, 32}) + bytes ({0x00, 0xe3, 0, 0}) + bytes ({0x00, 0xe3, 0, 64}) +
               bytes ({0x00, 0xe3, 127, 127}) + bytes ({0x00, 0xb3, 1, 90}) +
               bytes ({0x00, 0xc3, 5}) + bytes ({0x00, 0x83, 60, 32}) + kEnd}));
    REQUIRE (song.events.size () == 8); // program changes are left out
    checkEvent (song.events[0], 0, Kind::noteOn, 3, 60, 1);
    checkEvent (song.events[1], 0, Kind::polyPressure, 3, 60, 64 / 127.0);
    checkEvent (song.events[2], 0, Kind::channelPressure, 3, 0, 32 / 127.0);
    checkEvent (song.events[3], 0, Kind::bend, 3, 0, -1);
    checkEvent (song.events[4], 0, Kind::bend, 3, 0, 0);
    checkEvent (song.events[5], 0, Kind::bend, 3, 0, 1);
    checkEvent (song.events[6], 0, Kind::controller, 3, 1, 90 / 127.0);
    checkEvent (song.events[7], 0, Kind::noteOff, 3, 60, 32 / 127.0);
    CHECK (song.numNotes == 1);
}

TEST_CASE ("running status and note-ons of velocity 0 are understood", "[midi]")
{
    const auto song = songOf (midi (
        {bytes ({0x00, 0x90, 60, 100, 0x10, 64, 90, 0x10, 60, 0, 0x10, 64, 0}) + kEnd}, 96, 0));
    REQUIRE (song.events.size () == 4);
    checkEvent (song.events[1], 4000, Kind::noteOn, 0, 64, 90 / 127.0); // 16/96 of half a second
    checkEvent (song.events[2], 8000, Kind::noteOff, 0, 60, 0);
    checkEvent (song.events[3], 12000, Kind::noteOff, 0, 64, 0);
}

TEST_CASE ("tempo changes of any track move the events of all", "[midi]")
{
    constexpr int kTicks = 96;
    constexpr double kRateHz = 44100;
    // quarters of 0.5 s to tick 96, of 0.7 s to 144, of 0.25 s from there
    const auto song = songOf (
        midi ({tempo (96, 700000) + kEnd, tempo (127, 250000) + kEnd,
               bytes ({0x60, 0x90, 60, 100, 0x30, 61, 100, 0x60, 60, 0, 0x00, 61, 0}) + kEnd},
              kTicks),
        kRateHz);
    const auto secondsAt = [] (double tick)
    {
        return 0.5 * std::min (tick, 96.0) / kTicks +
               0.7 * std::clamp (tick - 96, 0.0, 31.0) / kTicks +
               0.25 * std::max (tick - 127, 0.0) / kTicks;
    };
    REQUIRE (song.events.size () == 4);
    int index = 0;
    for (const double tick : {96.0, 144.0, 240.0, 240.0})
        CHECK (song.events[static_cast<std::size_t> (index++)].sample ==
               std::llround (secondsAt (tick) * kRateHz));
    CHECK (song.lengthSamples == std::llround (secondsAt (240) * kRateHz));

    for (double tick = 0; tick < 400; tick += 7)
    {
        INFO ("tick " << tick);
        const auto sample = std::llround (secondsAt (tick) * kRateHz);
        // A sample is at most 1 / 0.25 / 44100 of a beat. Rounding to samples errs by up to half of
        // that.
        CHECK (song.tempo.beatsAt (sample) ==
               Approx (tick / kTicks).margin (0.51 / 0.25 / kRateHz));
    }
}

TEST_CASE ("positions stay exact to the sample for hours", "[midi]")
{
    // 2^21 - 1 ticks, thousands of times: 23.3 hours at a tempo without an exact binary fraction
    std::string events = tempo (0, 333333) + bytes ({0x00, 0x90, 60, 100});
    constexpr int kRepeats = 3600;
    for (int n = 0; n < kRepeats; ++n)
        events += bytes ({0xff, 0xff, 0x7f, 0xb0, 1, n & 127});
    const auto song = songOf (midi ({events + kEnd}, 30000), 96000);
    for (int n = 1; n <= kRepeats; ++n)
    {
        const long double seconds = 2097151.0L * n * 333333.0L / (30000.0L * 1e6L);
        REQUIRE (song.events[static_cast<std::size_t> (n)].sample ==
                 std::llround (seconds * 96000));
    }
}

TEST_CASE ("time code counts frames, not beats", "[midi]")
{
    struct Case
    {
        int code;
        double framesPerSecond;
    };
    for (const Case& example :
         {Case {24, 24}, Case {25, 25}, Case {29, 30000 / 1001.0}, Case {30, 30}})
    {
        INFO ("code " << example.code);
        const int division = (256 - example.code) << 8 | 40;
        const auto song = songOf (
            midi ({tempo (0, 1000000) + bytes ({0x00, 0x90, 60, 100, 0x87, 0x68, 60, 0}) + kEnd},
                  division));
        constexpr double kTicks = 7 * 128 + 0x68;
        const double seconds = kTicks / (example.framesPerSecond * 40);
        CHECK (song.events[1].sample == std::llround (seconds * 48000));
        // The tempo defines the beat, also with SMPTE divisions.
        CHECK (song.tempo.beatsAt (96000) == Approx (2.0));
    }
}

TEST_CASE ("events at one time keep the file's order, so that a note of no length ends", "[midi]")
{
    const auto song =
        songOf (midi ({bytes ({0x10, 0x90, 60, 100, 0x00, 0x80, 60, 0, 0x00, 0xb0, 64, 127}) + kEnd,
                       bytes ({0x10, 0x91, 62, 100, 0x00, 0x81, 62, 0}) + kEnd}));
    REQUIRE (song.events.size () == 6);
    CHECK (song.events[0].kind == Kind::noteOn);
    CHECK (song.events[1].kind == Kind::noteOff);
    CHECK (song.events[2].kind == Kind::controller);
    CHECK (song.events[3].channel == 1);
    CHECK (song.events[4].kind == Kind::noteOff);
    checkEvent (song.events[5], song.lengthSamples, Kind::controller, 0, 64, 0);
}

TEST_CASE ("what hangs at the end is let go there", "[midi]")
{
    const auto song = songOf (midi ({bytes (
        {0x00, 0x90, 60, 100, 0x00, 0x95, 70, 100, 0x00, 0xb5, 66, 80, 0x60, 0xff, 0x2f, 0})}));
    REQUIRE (song.events.size () == 6);
    CHECK (song.lengthSamples == 4800);
    checkEvent (song.events[3], 4800, Kind::noteOff, 0, 60, 0);
    checkEvent (song.events[4], 4800, Kind::noteOff, 5, 70, 0);
    checkEvent (song.events[5], 4800, Kind::controller, 5, 66, 0);
}

TEST_CASE ("all notes off and all sound off reach the synthesizer", "[midi]")
{
    const auto song = songOf (midi (
        {bytes ({0x00, 0x90, 60,   100,  0x00, 0x91, 61,   100,  0x00, 0xb0, 64,   127,  0x10, 0xb0,
                 123,  0,    0x10, 0xb0, 120,  0,    0x10, 0x81, 61,   0,    0x00, 0xb0, 64,   0}) +
         kEnd}));
    REQUIRE (song.events.size () == 7);
    checkEvent (song.events[3], 800, Kind::controller, 0, 123, 0);
    checkEvent (song.events[4], 1600, Kind::controller, 0, 120, 0);
    checkEvent (song.events[5], 2400, Kind::noteOff, 1, 61, 0);
}

TEST_CASE ("texts, exclusive messages and unknown chunks are passed over", "[midi]")
{
    const std::string text (300, 'x');
    auto file =
        midi ({bytes ({0x00, 0xff, 0x01, 0x82, 0x2c}) + text + bytes ({0x00, 0xf0, 3, 1, 2, 0xf7}) +
               bytes ({0x00, 0xf7, 2, 0xf3, 1}) + kNote + kEnd + "behind the end"});
    file.insert (14, "XFIH" + bigEndian (5, 4) + "hello");
    CHECK (songOf (file).events.size () == 2);
    CHECK (songOf (midi ({kNote})).events.size () == 2); // the end mark is missing, but no event is
}

TEST_CASE ("the demo song has pads, bass and lead, pedal, wheel and bend", "[midi]")
{
    const auto song = readMidiFile (testDataFolder () + "/../Presets/Midi/demo.mid", 48000);
    INFO ((song ? "" : song.error ().message));
    REQUIRE (song.ok ());
    const double seconds = static_cast<double> (song->lengthSamples) / 48000;
    CHECK (seconds > 38);
    CHECK (seconds < 48);
    int numNotes[16] {}, numBends = 0, numWheels = 0, numPedals = 0;
    for (const auto& event : song->events)
    {
        numNotes[event.channel] += event.kind == Kind::noteOn ? 1 : 0;
        numBends += event.kind == Kind::bend ? 1 : 0;
        numWheels += event.kind == Kind::controller && event.key == 1 ? 1 : 0;
        numPedals += event.kind == Kind::controller && event.key == 64 ? 1 : 0;
    }
    CHECK (numNotes[0] == 48);
    CHECK (numNotes[1] == 32);
    CHECK (numNotes[2] == 25);
    CHECK (numBends > 20);
    CHECK (numWheels > 50);
    CHECK (numPedals == 24);
    CHECK (song->tempo.beatsAt (song->lengthSamples) == Approx (50).margin (1e-3));
}

} // namespace melstrom::testing
