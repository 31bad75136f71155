// Unusual files, dropped on the app's window: rates, channels, lengths, names, folders.
#include "Tests/Support/App/FileRun.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Skip.h"

#include <filesystem>
#include <fstream>
#include <sndfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace melstrom::testing
{

namespace
{

/** Silence of a day at 16 kHz, as a sparse file with one loud second in its middle. */
std::string dayFile (const TemporaryFolder& folder)
{
    const auto path = folder.file ("day.wav");
    const auto dataBytes = std::uint64_t {2} * 16000 * 24 * 3600;
    const auto header = rf64 ({}, "", dataBytes);
    {
        std::ofstream file (path, std::ios::binary);
        file << header;
        file.seekp (static_cast<std::streamoff> (header.size () + dataBytes / 2));
        file << testSampleBytes (16000);
    }
    std::filesystem::resize_file (path, header.size () + dataBytes);
    return path;
}

/** Whether the rows show a tone at an eighth of the rate. */
void checkTone (const OpenSound& sound)
{
    const auto& rows = sound.overview->rows ();
    const auto& geometry = rows.geometry ();
    std::vector<float> levels (static_cast<std::size_t> (geometry.numBands));
    const auto middle = rows.endRow () / 2;
    REQUIRE (rows.maximum (middle, middle + 1, levels) == RowPresence::whole);
    const auto band = std::ranges::max_element (levels) - levels.begin ();
    const double hz = makeMelBank (geometry).centresHz[static_cast<std::size_t> (band)];
    const double expectedHz = sound.overview->info ().rateHz / 8.0;
    CHECK (hz > 0.7 * expectedHz);
    CHECK (hz < 1.3 * expectedHz);
}

} // namespace

TEST_CASE ("files of 1 kHz to 192 kHz and of many channels are shown", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    for (const int rateHz : {1000, 8000, 44100, 96000, 192000})
        for (const int numChannels : {1, 2, 6})
        {
            INFO (rateHz << " Hz, " << numChannels << " channels");
            const auto name = std::to_string (rateHz) + "-" + std::to_string (numChannels);
            const auto path =
                run.folder ().write (name + ".wav", toneWav (rateHz, numChannels, 3 * rateHz));
            INFO (run.message ().toStdString ());
            REQUIRE (run.opens (path));
            REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
            const auto& sound = *run.files ().chosen ();
            CHECK_FALSE (sound.overview->status ().error.has_value ());
            CHECK (sound.overview->seconds () == Approx (3));
            CHECK (sound.overview->info ().numChannels == numChannels);
            checkTone (sound);
            run.loop.pumpUntil ([] { return false; }, 0.1);
            CHECK (run.message () == "");
        }
    run.checkLoop ();
    run.app.keep ("app-rates");
}

TEST_CASE ("a file of 1 to 100 Hz is shown, or told with its rate", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    for (const int rateHz : {1, 2, 10, 100})
    {
        INFO (rateHz << " Hz");
        const auto name = std::to_string (rateHz) + " Hz.wav";
        if (run.opens (run.folder ().write (name, toneWav (rateHz, 1, 500))))
        {
            CHECK (run.loop.pumpUntil ([&] { return run.isDone (); }));
            CHECK (run.message () == "");
        }
        else
        {
            WARN (run.message ().toStdString ());
            CHECK (run.message ().contains (name));
            CHECK (run.message ().contains (juce::String (rateHz) + " Hz"));
        }
    }
    run.checkLoop ();
}

TEST_CASE ("a file of a day is on the screen within a second", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto path = dayFile (run.folder ());
    const auto attempt = [&] () -> std::string
    {
        if (run.files ().numOpen () > 0)
            run.files ().close (0);
        const auto begin = std::chrono::steady_clock::now ();
        REQUIRE (run.opens (path));
        auto& overview = *run.files ().chosen ()->overview;
        CHECK (overview.seconds () == 24 * 3600);
        REQUIRE (run.loop.pumpUntil (
            [&] { return overview.status ().isSampled || overview.status ().doneRatio >= 1; }));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
        return taken.count () < 1 || kIsSanitized ? "" : std::to_string (taken.count ()) + " s";
    };
    const auto late = lateAfterAttempts ("a day on the screen", attempt);
    INFO (late);
    CHECK ((late.empty () || busyShare () > 0.2));
    run.checkLoop ();
    run.loop.pumpUntil ([] { return false; }, 0.2);
    run.app.keep ("app-day");
    // its pass is not over yet: the end of the app does not wait for it
    const auto begin = std::chrono::steady_clock::now ();
    run.app.end ();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
    CHECK (taken.count () < 2);
}

TEST_CASE ("names with spaces, signs and letters of all languages are opened", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto sound = toneWav (16000, 1, 16000);
    int numOpen = 0;
    for (const char* name : {"two words.wav",
                             "\xc3\x9c"
                             "ber \xe9\x9f\xb3 \xf0\x9f\x8e\xb5.wav",
                             "#1 50% & 'a'.wav"})
    {
        INFO (name);
        const auto path = run.folder ().write (name, sound);
        const bool isOpen = run.opens (path);
        INFO (run.message ().toStdString ());
        REQUIRE (isOpen);
        CHECK (run.files ().numOpen () == ++numOpen);
        REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
        CHECK (run.files ().chosen ()->overview->seconds () == Approx (1));
    }
    run.loop.pumpUntil ([] { return false; }, 0.2);
    run.app.keep ("app-names");
    run.checkLoop ();
}

TEST_CASE ("a name that is not UTF-8 is told, and the rest of its folder opens", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto root = run.folder ().file ("sounds");
    std::filesystem::create_directories (root);
    for (const char* name : {"/bad\xff\xfe.wav", "/good.wav"})
        std::ofstream (root + name, std::ios::binary) << toneWav (16000, 1, 4000);
    run.content ().filesDropped ({juce::String (root)}, 10, 10);
    CHECK (run.loop.pumpUntil (
        [&] { return run.files ().numOpen () == 1 && run.message ().isNotEmpty (); }, 5));
    INFO (run.message ().toStdString ());
    CHECK (run.message ().contains ("bad"));
    CHECK (run.message ().contains ("not UTF-8"));
    CHECK (run.files ().numOpen () == 1);
}

TEST_CASE ("what is no file to read is told at once", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto& folder = run.folder ();
    REQUIRE (run.opens (folder.write ("good.wav", toneWav (16000, 1, 16000))));
    REQUIRE (mkfifo (folder.file ("pipe.wav").c_str (), 0600) == 0);
    std::filesystem::create_symlink ("b.wav", folder.file ("a.wav"));
    std::filesystem::create_symlink ("a.wav", folder.file ("b.wav"));
    std::filesystem::create_symlink ("nowhere.wav", folder.file ("dangling.wav"));
    std::vector<std::string> names {"pipe.wav", "a.wav", "dangling.wav", "missing.wav"};
    folder.write ("secret.wav", toneWav (16000, 1, 16000));
    if (geteuid () != 0)
    {
        REQUIRE (chmod (folder.file ("secret.wav").c_str (), 0) == 0);
        names.push_back ("secret.wav");
    }
    else
        skipPart ("root reads every file");
    for (const auto& name : names)
    {
        INFO (name);
        CHECK_FALSE (run.opens (folder.file (name)));
        INFO (run.message ().toStdString ());
        CHECK (run.message ().contains (juce::String (name)));
        CHECK (run.files ().numOpen () == 1);
    }
    run.checkLoop ();
}

TEST_CASE ("a folder of links to itself is walked once", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto root = run.folder ().file ("sounds");
    std::filesystem::create_directories (root + "/in");
    for (const char* name : {"/one.wav", "/in/two.wav", "/in/three.wav"})
        std::ofstream (root + name, std::ios::binary) << toneWav (16000, 1, 4000);
    for (const char* name : {"/loop", "/again", "/in/up", "/in/back"})
        std::filesystem::create_directory_symlink (root, root + name);
    run.loop.step ([&] { run.content ().filesDropped ({juce::String (root)}, 10, 10); });
    run.loop.pumpUntil ([&] { return run.files ().numOpen () == 3; });
    run.loop.pumpUntil ([] { return false; }, 1);
    CHECK (run.files ().numOpen () == 3);
    CHECK (run.message () == "");
    run.checkLoop ();
}

TEST_CASE ("a folder of 500 sounds opens what fits, and the rest is counted", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto root = run.folder ().file ("many");
    std::filesystem::create_directories (root);
    const auto sound = toneWav (16000, 1, 8000);
    for (int n = 0; n < 500; ++n)
        std::ofstream (root + "/" + std::to_string (1000 + n) + ".wav", std::ios::binary) << sound;
    std::ofstream (root + "/notes.txt") << "no sound";
    run.loop.step ([&] { run.content ().filesDropped ({juce::String (root)}, 10, 10); });
    REQUIRE (run.loop.pumpUntil ([&] { return run.files ().numOpen () == 64; }, 60));
    run.loop.pumpUntil ([] { return false; }, 0.5);
    CHECK (run.row (63).startsWith ("1063.wav"));
    CHECK (run.files ().numOpen () == 64);
    CHECK (run.message () == "At most 64 files are open; 436 were left out.");
    // 64 threads begin to compute, and the message thread waits for their memory
    INFO ("the message loop worked for " << run.loop.mostWorkSeconds () << " s");
    CHECK ((kIsSanitized || run.loop.mostWorkSeconds () < kMostLoopSeconds));
    run.app.keep ("app-many");
}

TEST_CASE ("an open file that is dropped again is shown, and opened once", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto first = run.folder ().write ("first.wav", toneWav (16000, 1, 4000));
    const auto second = run.folder ().write ("second.wav", toneWav (16000, 1, 4000));
    run.content ().filesDropped ({first, first, second}, 10, 10);
    run.content ().filesDropped ({first}, 10, 10);
    REQUIRE (run.loop.pumpUntil ([&] { return run.files ().numOpen () >= 2; }));
    run.loop.pumpUntil ([] { return false; }, 0.5);
    CHECK (run.files ().numOpen () == 2);
    run.files ().choose (1);
    run.content ().showPage (AppContent::Page::live);
    run.content ().filesDropped ({first}, 10, 10);
    CHECK (run.content ().page () == AppContent::Page::files);
    CHECK (run.files ().chosen ()->file.getFileName () == "first.wav");
    CHECK (run.files ().numOpen () == 2);
}

TEST_CASE ("bad files among good ones are counted", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    juce::StringArray paths;
    for (const char* name : {"a.wav", "b.wav", "c.wav"})
        paths.add (run.folder ().write (name, "words"));
    paths.insert (1, run.folder ().write ("good.wav", toneWav (16000, 1, 4000)));
    run.content ().filesDropped (paths, 10, 10);
    CHECK (run.loop.pumpUntil ([&] { return run.message ().contains ("c.wav"); }, 5));
    CHECK (run.message ().startsWith ("3 files could not be opened; the last one: "));
    CHECK (run.files ().numOpen () == 1);
}

TEST_CASE ("a folder without a sound is told", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto root = run.folder ().file ("empty folder");
    std::filesystem::create_directories (root);
    run.content ().filesDropped ({juce::String (root)}, 10, 10);
    CHECK (run.loop.pumpUntil ([&] { return run.message ().isNotEmpty (); }, 3));
    CHECK (run.message ().contains ("empty folder"));
}

} // namespace melstrom::testing
