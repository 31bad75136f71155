// Exports of the app's pages, as the user asks for them: the window goes on meanwhile.
#include "Source/Export/ExportButton.h"
#include "Source/Export/RangeExport.h"
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/FileBytes.h"

#include <chrono>
#include <filesystem>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000, kLongSeconds = 600;
constexpr double kMostMs = 100;

/** Noise: numbers with many digits. */
std::string noiseFile (const TemporaryFolder& folder, const std::string& name, int numSeconds)
{
    std::string samples (static_cast<std::size_t> (2 * kRateHz * numSeconds), '\0');
    std::uint32_t state = 1;
    for (auto& byte : samples)
    {
        state = 1664525 * state + 1013904223;
        byte = static_cast<char> (state >> 24);
    }
    WavFields fields;
    fields.rateHz = kRateHz;
    return folder.write (name, wav (fields, samples));
}

/** The app with a file, and a temporary folder of its own. */
struct ExportRun
{
    explicit ExportRun (int numSeconds)
    {
        std::filesystem::create_directory (temporary);
        std::filesystem::create_directory (saved);
        sound = noiseFile (app.folder (), "noise.wav", numSeconds);
        app.content ().openPaths ({sound});
        REQUIRE (AppRun::pumpUntil (
            [&]
            {
                auto* const chosen = app.content ().files ().chosen ();
                return chosen != nullptr && chosen->overview->status ().doneRatio >= 1;
            },
            120'000));
    }

    /** Clicks on Export, takes the item of the menu, and saves under that name. */
    void save (int item, const std::string& path)
    {
        find<ExportButton> (app.content ().files ()).triggerClick ();
        REQUIRE (AppRun::pumpUntil (
            [] { return juce::Component::getCurrentlyModalComponent () != nullptr; }));
        auto* const menu = juce::Component::getCurrentlyModalComponent ();
        for (int n = 0; n < item; ++n)
            menu->keyPressed (juce::KeyPress (juce::KeyPress::downKey));
        menu->keyPressed (juce::KeyPress (juce::KeyPress::returnKey));
        REQUIRE (AppRun::pumpUntil ([&] { return browser () != nullptr; }));
        browser ()->setFileName (path);
        pumpMessages (50);
        for (auto* const button :
             allOf<juce::Button> (*juce::Component::getCurrentlyModalComponent ()))
            if (button->getButtonText () == browser ()->getActionVerb ())
                button->triggerClick ();
        REQUIRE (AppRun::pumpUntil ([&] { return browser () == nullptr; }));
    }
    static juce::FileBrowserComponent* browser ()
    {
        auto* const modal = juce::Component::getCurrentlyModalComponent ();
        return modal != nullptr ? findOrNull<juce::FileBrowserComponent> (*modal) : nullptr;
    }
    juce::Button* cancelButton ()
    {
        for (auto* const button : allOf<juce::Button> (app.content ()))
            if (button->isShowing () && button->getButtonText () == "Cancel")
                return button;
        return nullptr;
    }
    juce::String message () { return app.content ().message (); }
    bool leftNothing () const
    {
        return std::filesystem::is_empty (saved) && std::filesystem::is_empty (temporary);
    }

    AppRun app;
    const std::string temporary = app.folder ().file ("tmp"), saved = app.folder ().file ("saved");
    EnvironmentVariable variable {"TMPDIR", temporary.c_str ()};
    std::string sound;
};

constexpr int kWavItem = 4, kCsvItem = 6; ///< of the menu, from 1

/** The longest time that the message loop did not answer. */
double longestWaitMs (int wholeMs)
{
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now ();
    double longest = 0;
    for (auto last = begin; last - begin < std::chrono::milliseconds (wholeMs);)
    {
        pumpMessages (5);
        const auto now = Clock::now ();
        longest =
            std::max (longest, std::chrono::duration<double, std::milli> (now - last).count ());
        last = now;
    }
    return longest;
}

} // namespace

TEST_CASE ("the window answers while a long range is exported, and a cancel leaves no file",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    ExportRun run (kLongSeconds);
    run.save (kCsvItem, run.saved + "/long.csv");
    REQUIRE (AppRun::pumpUntil ([&] { return run.message ().startsWith ("Saving long.csv..."); }));
    REQUIRE (run.cancelButton () != nullptr);
    run.app.keep ("app-saving");
    double longest = 1e9;
    for (int attempt = 0; attempt < 3 && longest >= kMostMs; ++attempt)
    {
        longest = longestWaitMs (500);
        REQUIRE (run.message ().startsWith ("Saving long.csv..."));
    }
    CHECK (longest < kMostMs);

    run.cancelButton ()->triggerClick ();
    CHECK (
        AppRun::pumpUntil ([&] { return run.message ().contains ("was not saved: cancelled"); }));
    CHECK (run.leftNothing ());
}

TEST_CASE ("Escape cancels an export", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    ExportRun run (kLongSeconds);
    run.save (kCsvItem, run.saved + "/long.csv");
    REQUIRE (AppRun::pumpUntil ([&] { return run.message ().startsWith ("Saving long.csv..."); }));
    // where the pointer left a cursor in the picture, Escape takes that away first
    if (run.app.content ().files ().view ().cursorSeconds ())
        CHECK (run.app.press (juce::KeyPress (juce::KeyPress::escapeKey)));
    CHECK (run.app.press (juce::KeyPress (juce::KeyPress::escapeKey)));
    CHECK (
        AppRun::pumpUntil ([&] { return run.message ().contains ("was not saved: cancelled"); }));
    CHECK (run.leftNothing ());
}

TEST_CASE ("closing the window during an export says so first, then cancels it", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    ExportRun run (kLongSeconds);
    bool isClosed = false;
    run.app.window ().onClose = [&] { isClosed = true; };
    run.save (kCsvItem, run.saved + "/long.csv");
    REQUIRE (AppRun::pumpUntil ([&] { return run.message ().startsWith ("Saving long.csv..."); }));
    run.app.window ().closeButtonPressed ();
    CHECK_FALSE (isClosed);
    pumpMessages (300); // the progress does not hide the reason
    CHECK (run.message ().startsWith ("long.csv is not saved yet"));
    run.app.window ().closeButtonPressed ();
    CHECK (isClosed);
    const auto start = std::chrono::steady_clock::now ();
    run.app.end ();
    CHECK (std::chrono::steady_clock::now () - start < std::chrono::seconds (10));
    CHECK (run.leftNothing ());
}

TEST_CASE ("an exported selection is told, and has the bytes of its range", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    ExportRun run (30);
    TimelineSelection selection;
    selection.beginSeconds = 2;
    selection.endSeconds = 5;
    run.app.content ().files ().view ().setSelection (selection);
    const auto path = run.saved + "/part.wav";
    run.save (kWavItem, path);
    REQUIRE (
        AppRun::pumpUntil ([&] { return run.message () == juce::String ("Saved " + path + "."); }));
    const auto expected = run.app.folder ().file ("expected.wav");
    REQUIRE (exportWav ({run.sound, 2 * kRateHz, 3 * kRateHz}, posixStorage (), expected));
    CHECK (bytesOfFile (path) == bytesOfFile (expected));
}

} // namespace melstrom::testing
