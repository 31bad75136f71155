#include "Standalone/Midi/MidiFile.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

namespace melstrom::testing
{
namespace
{

std::string refusalOf (const std::string& file)
{
    const auto song = parseMidi (file, "a.mid", 48000);
    REQUIRE_FALSE (song.ok ());
    CHECK (song.error ().code == ErrorCode::badSpec);
    CHECK (song.error ().message.find ("a.mid") != std::string::npos);
    return song.error ().message;
}

} // namespace

TEST_CASE ("a file that is cut anywhere is an error", "[midi]")
{
    const auto whole =
        midi ({tempo (0, 500000) + kEnd, kNote + bytes ({0x00, 0xf0, 3, 1, 2, 0xf7}) + kEnd});
    REQUIRE (parseMidi (whole, "a.mid", 48000).ok ());
    for (std::size_t size = 0; size < whole.size (); ++size)
    {
        INFO (size << " bytes");
        const auto message = refusalOf (whole.substr (0, size));
        if (size >= 4)
            CHECK (message.find ("is cut") != std::string::npos);
    }
}

TEST_CASE ("every fault of a MIDI file has its sentence", "[midi]")
{
    const auto mentions = [] (const std::string& file, const std::string& words)
    {
        const auto message = refusalOf (file);
        INFO (message);
        CHECK (message.find (words) != std::string::npos);
    };
    mentions ("RIFF....WAVE", "is not a MIDI file");
    mentions (midi ({kEnd}), "has no notes");
    mentions (midi ({}), "has no tracks");
    mentions (midi ({kNote + kEnd}, 480, 2), "format 2");
    mentions (midi ({kNote + kEnd}, 480, 7), "format 7");
    mentions (midi ({kNote + kEnd}, 0), "0 ticks");
    mentions (midi ({kNote + kEnd}, 0xe700), "time code of 25 frames of 0 ticks");
    mentions (midi ({kNote + kEnd}, 0x9c28), "time code of 100 frames");
    mentions (midi ({tempo (0, 0) + kNote + kEnd}), "tempo of 0");
    mentions (midi ({bytes ({0x00, 60, 100})}), "has no status");
    mentions (midi ({bytes ({0x00, 0x90, 60, 0x90})}), "inside an event");
    mentions (midi ({bytes ({0x00, 0xf4, 0})}), "not allowed in a file");
    mentions (midi ({bytes ({0x81, 0x80, 0x80, 0x80, 0x00, 0x90, 60, 1})}), "four bytes");
    mentions (midi ({bytes ({0x00, 0x90, 60}), kNote + kEnd}), "a track ends within");
    mentions (midi ({kNote + kEnd}) + trackOf (kNote + kEnd), "more tracks");
    auto huge = midi ({kNote + kEnd});
    huge.replace (18, 4, bytes ({0xff, 0xff, 0xff, 0xff}));
    mentions (huge, "is cut");
    // 2^28 ticks of 16.8 s
    mentions (midi ({tempo (0, 0xffffff) + bytes ({0xff, 0xff, 0xff, 0x7f}) + kNote.substr (1)}, 1),
              "hours");
}

TEST_CASE ("no damaged byte makes the reader stray", "[midi]")
{
    const auto whole =
        midi ({tempo (0, 500000) + kEnd, kNote + bytes ({0x00, 0xf0, 3, 1, 2, 0xf7}) + kEnd});
    int numSongs = 0;
    for (std::size_t place = 0; place < whole.size (); ++place)
        for (int value = 0; value < 256; ++value)
        {
            auto file = whole;
            file[place] = static_cast<char> (value);
            const auto song = parseMidi (file, "a.mid", 48000);
            if (! song)
                continue;
            std::int64_t last = 0;
            for (const auto& event : song->events)
            {
                REQUIRE ((event.sample >= last && event.channel < 16 && event.key < 128));
                last = event.sample;
            }
            REQUIRE (last <= song->lengthSamples);
            ++numSongs;
        }
    CHECK (numSongs > 256); // a tempo may have any bytes
}

TEST_CASE ("a MIDI file that is missing, a folder or too large says so", "[midi]")
{
    const TemporaryFolder folder;
    CHECK (readMidiFile (folder.file ("none.mid"), 48000).error ().code == ErrorCode::fileMissing);
    CHECK (readMidiFile (folder.path (), 48000).error ().code == ErrorCode::notAFile);
    const auto huge = folder.write ("huge.mid", "MThd");
    std::filesystem::resize_file (huge, kLongestMidiBytes + 1);
    CHECK (readMidiFile (huge, 48000).error ().message.find ("67108865 bytes") !=
           std::string::npos);
    const auto good = folder.write ("good.mid", midi ({kNote + kEnd}));
    CHECK (readMidiFile (good, 48000)->numNotes == 1);
}

} // namespace melstrom::testing
