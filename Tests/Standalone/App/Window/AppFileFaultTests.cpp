// Damaged files, and files that change while the app shows or plays them.
#include "Tests/Support/App/FakeApp.h"
#include "Tests/Support/App/FileRun.h"
#include "Tests/Support/Audio/AudioBytes.h"

#include <filesystem>
#include <fstream>
#include <sndfile.h>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000;

/** Half a minute, with other bytes in the middle. */
std::string damaged (int format)
{
    const int rateHz = (format & SF_FORMAT_SUBMASK) == SF_FORMAT_OPUS ? 48000 : 44100;
    auto bytes = encoded (format, 1, rateHz, testTone (rateHz * 30, 0.02));
    for (std::size_t n = bytes.size () / 2; n < bytes.size () / 2 + 3000; ++n)
        bytes[n] = static_cast<char> (n * 7 + 13);
    return bytes;
}

/** The row of the list, with its warning. */
bool warns (FileRun& run, const juce::String& text)
{
    return run.loop.pumpUntil ([&] { return run.row (0).contains (text); }, 8);
}

void checkWholeUpTo (const OpenSound& sound, double seconds)
{
    const auto& rows = sound.overview->rows ();
    std::vector<float> row (static_cast<std::size_t> (rows.geometry ().numBands));
    const auto end = static_cast<std::int64_t> (seconds * rows.rowsPerSecond ());
    CHECK (rows.maximum (0, end, row) == RowPresence::whole);
}

} // namespace

TEST_CASE ("a file without sound is told, and what is open stays", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto& folder = run.folder ();
    REQUIRE (run.opens (folder.write ("good.wav", toneWav (kRateHz, 1, kRateHz))));
    auto text = toneWav (kRateHz, 1, 100);
    text[8] = 'X'; // no longer "WAVE"
    struct Case
    {
        const char* name;
        std::string bytes;
    };
    for (const auto& [name, bytes] :
         {Case {"empty.wav", ""}, Case {"empty.flac", ""}, Case {"empty.mp3", ""},
          Case {"empty.ogg", ""}, Case {"header.wav", wav ({}, "")},
          Case {"riff.wav", std::string ("RIFF")}, Case {"form.wav", text},
          Case {"words.mp3", "these are words"}, Case {"words.ogg", "these are words"},
          Case {"picture.png", "\x89PNG\r\n\x1a\n and more"},
          Case {"flac-magic.flac", std::string ("fLaC")}})
    {
        INFO (name);
        CHECK_FALSE (run.opens (folder.write (name, bytes)));
        INFO (run.message ().toStdString ());
        CHECK (run.message ().contains (name));
        CHECK (run.files ().numOpen () == 1);
        CHECK (run.files ().chosen ()->file.getFileName () == "good.wav");
    }
    run.checkLoop ();
}

TEST_CASE ("a file with damage in its middle shows what can be read, and says so", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    struct Case
    {
        const char* name;
        int format;
    };
    for (const auto& [name, format] :
         {Case {"hurt.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16},
          Case {"hurt.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16},
          Case {"hurt.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS},
          Case {"hurt.opus.ogg", SF_FORMAT_OGG | SF_FORMAT_OPUS},
          Case {"hurt.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III}})
    {
        INFO (name);
        FileRun run;
        REQUIRE (run.opens (run.folder ().write (name, damaged (format))));
        REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
        run.loop.pumpUntil ([] { return false; }, 0.3);
        const auto& sound = *run.files ().chosen ();
        std::vector<float> row (
            static_cast<std::size_t> (sound.overview->rows ().geometry ().numBands));
        CHECK (sound.overview->rows ().maximum (100, 101, row) != RowPresence::missing);
        if (const std::string file (name); file.ends_with (".mp3") || file.ends_with (".ogg"))
        {
            CHECK (run.row (0).contains ("is damaged"));
            checkWholeUpTo (sound, 10); // the damage comes after 15 s
        }
        if (const auto error = sound.overview->status ().error)
        {
            CHECK (error->message.find (name) != std::string::npos);
            CHECK_FALSE (run.row (0).contains (run.folder ().path ())); // the reason has the room
            run.app.keep ("app-damaged");
        }
        else
            CHECK ((run.row (0).contains ("is damaged") ||
                    std::abs (sound.overview->seconds () - 30) < 1));
        run.checkLoop ();
    }
}

TEST_CASE ("a truncated file is as long as it is, and says so", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const std::string name = GENERATE (as<std::string> (), "cut.wav", "cut.flac");
    INFO (name);
    FileRun run;
    const auto whole = name == "cut.wav" ? toneWav (kRateHz, 1, 10 * kRateHz)
                                         : encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, kRateHz,
                                                    testSamples (10 * kRateHz));
    REQUIRE (run.opens (run.folder ().write (name, whole.substr (0, whole.size () / 2))));
    REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
    const auto& sound = *run.files ().chosen ();
    CHECK (sound.overview->seconds () == Approx (5).margin (name == "cut.wav" ? 0.1 : 0.5));
    CHECK_FALSE (sound.overview->status ().error.has_value ());
    checkWholeUpTo (sound, sound.overview->seconds ());
    CHECK (warns (run, "declares 160000 samples but holds "));
    CHECK (warns (run, juce::String (name)));
    run.app.keep ("app-truncated");
    run.checkLoop ();
}

TEST_CASE ("a file that changes while it is open is told in the list", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const int change = GENERATE (0, 1, 2);
    INFO ("changed, shortened, deleted: " << change);
    FileRun run;
    const auto sound = toneWav (kRateHz, 1, 60 * kRateHz);
    const auto path = run.folder ().write ("a.wav", sound);
    REQUIRE (run.opens (path));
    REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
    if (change == 0)
        run.folder ().write ("a.wav", toneWav (8000, 2, 8000));
    else if (change == 1)
        std::filesystem::resize_file (path, sound.size () / 10);
    else
        std::filesystem::remove (path);
    CHECK (warns (run, "changed on the disk"));
    CHECK (find<juce::ListBox> (run.files ())
               .getModel ()
               ->getTooltipForRow (0)
               .contains ("changed on the disk"));
    // looking closely needs samples that may be gone
    auto& view = run.files ().view ();
    view.setWindow ({50, 0.05});
    run.loop.pumpUntil ([] { return false; }, 0.5);
    view.setWindow ({0, 60});
    run.loop.pumpUntil ([] { return false; }, 0.3);
    CHECK (run.files ().numOpen () == 1);
    run.app.keep ("app-changed-" + juce::String (change));
    // closed and opened again it is what it is now
    run.files ().close (0);
    CHECK (run.opens (path) == (change != 2));
    run.checkLoop ();
}

TEST_CASE ("a file that is shortened or deleted while it plays ends well", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const bool isDeleted = GENERATE (false, true);
    INFO ((isDeleted ? "deleted" : "shortened"));
    FakeApp fake;
    auto& content = fake.content ();
    const auto sound = toneWav (kRateHz, 1, 8 * kRateHz);
    const auto path = fake.app ().folder ().write ("a.wav", sound);
    content.openPaths ({path});
    fake.playUntil ([&] { return content.files ().numOpen () == 1; });
    REQUIRE (content.files ().numOpen () == 1);
    const juce::KeyPress space (juce::KeyPress::spaceKey, juce::ModifierKeys (), ' ');
    REQUIRE (content.files ().keyPressed (space));
    CHECK (fake.play (0.5) > 0.1f);
    if (isDeleted)
        std::filesystem::remove (path);
    else
        std::filesystem::resize_file (path, sound.size () / 16);
    fake.playUntil ([&] { return ! content.audio ().playedSeconds ().has_value (); }, 12);
    CHECK_FALSE (content.audio ().playedSeconds ().has_value ());
    const auto fault = content.audio ().playFault ();
    if (isDeleted)
        CHECK (fault == ""); // the open file is whole
    else
        CHECK (fault.contains ("a.wav"));
    CHECK (content.files ().statusText ().contains (fault));
    CHECK (fake.play (0.2) == 0);
}

TEST_CASE ("a player that gets no samples in time says how long it was silent", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    auto& content = fake.content ();
    content.openPaths ({fake.app ().folder ().write ("a.wav", toneWav (kRateHz, 1, 60 * kRateHz))});
    fake.playUntil ([&] { return content.files ().numOpen () == 1; });
    REQUIRE (content.files ().numOpen () == 1);
    const juce::KeyPress space (juce::KeyPress::spaceKey, juce::ModifierKeys (), ' ');
    REQUIRE (content.files ().keyPressed (space));
    CHECK (fake.play (0.3) > 0.1f);
    const juce::String told ("the player was silent for ");
    CHECK_FALSE (content.files ().statusText ().contains (told));

    // a device that calls for 20 s of sound at once: 2 s were read ahead
    const auto numBlocks = static_cast<int> (20 * fake.machine.rateHz / fake.machine.blockSamples);
    for (int block = 0; block < numBlocks; ++block)
        fake.machine.call ();
    REQUIRE (content.audio ().numPlayUnderruns () > 0);
    const auto seconds =
        content.files ().statusText ().fromFirstOccurrenceOf (told, false, false).getDoubleValue ();
    CHECK (seconds ==
           Approx (static_cast<double> (content.audio ().numPlayUnderruns ()) / fake.machine.rateHz)
               .margin (0.011));

    // of what plays now only
    content.files ().keyStateChanged (false);      // the space bar comes up
    REQUIRE (content.files ().keyPressed (space)); // stops
    fake.play (0.2);
    CHECK_FALSE (content.audio ().playedSeconds ().has_value ());
    content.files ().keyStateChanged (false);
    REQUIRE (content.files ().keyPressed (space));
    CHECK (content.audio ().playedSeconds ().has_value ());
    CHECK_FALSE (content.files ().statusText ().contains (told));
}

} // namespace melstrom::testing
