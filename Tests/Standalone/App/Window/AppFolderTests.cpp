// Folders and several files, dropped on the app's window.
#include "Standalone/App/Window/FaultPanel.h"
#include "Tests/Support/App/FileRun.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>

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
    INFO (run.message ().toStdString ());
    CHECK (run.message ().startsWith ("3 of 4 files were not opened: a.wav: "));
    CHECK (run.message ().contains ("b.wav: "));
    CHECK (run.files ().numOpen () == 1);
    // the next request counts for itself
    run.content ().filesDropped ({paths[0]}, 10, 10);
    CHECK (run.loop.pumpUntil ([&] { return run.message ().startsWith (paths[0] + ": "); }, 5));
}

TEST_CASE ("a text among dropped files does not hide those that failed", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    const auto write = [&] (const char* name, const std::string& bytes)
    { return juce::String (run.folder ().write (name, bytes)); };
    const auto notes = write ("notes.txt", "only words");
    const auto broken = write ("broken.wav", "words");
    const auto isTold = [&] (const char* start, std::initializer_list<const char*> names)
    {
        const auto has = [&] (const char* name)
        { return run.message ().contains (juce::String (name) + ": "); };
        return run.loop.pumpUntil (
            [&] {
                return run.message ().startsWith (start) &&
                       std::all_of (names.begin (), names.end (), has);
            },
            10);
    };
    SECTION ("without a sound that opens")
    {
        run.content ().filesDropped ({notes, broken}, 10, 10);
        CHECK (isTold ("2 of 2 files were not opened: ", {"broken.wav", "notes.txt"}));
        INFO (run.message ().toStdString ());
        CHECK (run.message ().contains ("notes.txt: open a sound first"));
    }
    SECTION ("with sounds, songs and front ends")
    {
        const auto good = write ("good.wav", toneWav (16000, 1, 4000));
        run.content ().filesDropped (
            {notes, broken, good, write ("song.mid", "no song"), write ("front.toml", "bands = "),
             write ("more.txt", "1\t2\ta\n"), write ("picture.png", "\x89PNG\r\n\x1a\n and")},
            10, 10);
        CHECK (
            isTold ("6 of 7 files were not opened: ", {"notes.txt", "broken.wav", "song.mid",
                                                       "front.toml", "more.txt", "picture.png"}));
        INFO (run.message ().toStdString ());
        REQUIRE (run.files ().numOpen () == 1);
        CHECK (run.files ().chosen ()->file.getFileName () == "good.wav");
        CHECK (run.files ().chosen ()->marks.size () == 0);
        CHECK (run.content ().page () == AppContent::Page::files);
        run.app.keep ("app-not-opened");

        // each with its whole path and reason, by the button beside the line
        juce::Button* showAll = nullptr;
        for (auto* const button : allOf<juce::Button> (run.content ()))
            if (button->getButtonText () == "Show all")
                showAll = button;
        REQUIRE (showAll != nullptr);
        REQUIRE (showAll->isShowing ());
        showAll->triggerClick ();
        run.loop.pumpUntil ([] { return false; }, 0.2);
        auto& panel = find<FaultPanel> (run.content ());
        const auto text = find<juce::TextEditor> (panel).getText ();
        for (const auto& path : {notes, broken})
            CHECK (text.contains (path + "\n    "));
        CHECK (run.loop.pumpUntil (
            [&] { return find<juce::TextEditor> (panel).hasKeyboardFocus (true); }, 5));
        // the window gets the keyboard once more and hands it on to the panel
        run.app.window ().grabKeyboardFocus ();
        CHECK (find<juce::TextEditor> (panel).hasKeyboardFocus (true));
        run.app.keep ("app-not-opened-list");
        CHECK (run.app.press (juce::KeyPress (juce::KeyPress::escapeKey)));
        CHECK (run.loop.pumpUntil (
            [&] { return findOrNull<FaultPanel> (run.content ()) == nullptr; }, 5));
    }
    SECTION ("one front end alone fails")
    {
        run.content ().filesDropped (
            {write ("front.toml", "bands = "), write ("good.wav", toneWav (16000, 1, 4000))}, 10,
            10);
        CHECK (isTold ("1 of 2 files was not opened: ", {"front.toml"}));
        CHECK (run.loop.pumpUntil ([&] { return run.files ().numOpen () == 1; }, 5));
        CHECK (run.message ().startsWith ("1 of 2 files was not opened: front.toml: "));
    }
    SECTION ("one table for the chosen file")
    {
        const auto good = write ("good.wav", toneWav (16000, 1, 4000));
        run.content ().filesDropped ({write ("marks.txt", "0\t0.1\ta\n"), good}, 10, 10);
        CHECK (run.loop.pumpUntil (
            [&]
            { return run.files ().numOpen () == 1 && run.files ().chosen ()->marks.size () == 1; },
            5));
        CHECK (run.message () == "");
    }
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
