// Folders and several files, dropped on the app's window.
#include "Tests/Support/App/FileRun.h"

#include <filesystem>
#include <fstream>

namespace melstrom::testing
{

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
