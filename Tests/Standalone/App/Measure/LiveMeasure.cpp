// Frames a second, and processor time, while the live page follows.
#include "Tests/Standalone/App/Measure/MarkedFile.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{

constexpr double kMostShare = 0.15, kLeastFrames = 57; // of a core; a second, of nominally 60
constexpr int kRateHz = 48000;

struct LiveCase
{
    const char* name;
    std::string preset;
    int numBands; ///< 0: those of the preset
    bool hasSpectrum;
    SecondView second;
    bool hasCursor = false; ///< the pointer is over the plot
    bool hasSelection = false;
};

struct LiveFigures
{
    double framesPerSecond = 0;
    ThreadShares shares;
};

LiveFigures measure (const LiveCase& one, int milliseconds)
{
    MeasuredApp app ([&one] (AppSettings& settings)
                     { settings.setView ("liveView", viewWithBands (one.numBands, one.preset)); });
    const SteadyDevice device (app.machine (), endlessSound (kRateHz));
    app.pointAt (one.hasCursor ? juce::Point<float> (0.4f, 0.6f) : juce::Point<float> (2, 2));
    if (one.hasSpectrum)
        app.app ().press (juce::KeyPress ('p', juce::ModifierKeys (), 'p'));
    if (one.second != SecondView::none)
        app.boxNamed ("Second front end").setSelectedId (static_cast<int> (one.second) + 1);
    pumpMessages (3000); // the first rows, and plans of the front ends
    REQUIRE (app.live ().feed (0).rows () != nullptr);
    if (one.hasSelection)
    {
        const double end = app.live ().view ().window ().endSeconds ();
        app.live ().view ().setSelection (TimelineSelection {end - 2, end - 0.2, 300, 3000});
    }
    const ScreenProbe probe (MeasuredApp::lineOf (app.live ().view ()), 0.004, {});
    const ThreadClock clock (device.thread (), {probe.thread ()});
    const auto before = probe.numPictures ();
    pumpMessages (milliseconds);
    return {static_cast<double> (probe.numPictures () - before) / clock.seconds (),
            clock.shares ()};
}

/** The page Files, which is played with a selection and marks. */
LiveFigures measureFile (bool hasMarks, int milliseconds)
{
    MeasuredApp app ([] (AppSettings& settings)
                     { settings.setView ("fileView", viewWithBands (0, "musical")); });
    openMarkedFile (app);
    auto& files = app.content ().files ();
    if (! hasMarks)
    {
        files.view ().setSelection (std::nullopt);
        files.chosen ()->marks.clear ();
    }
    const SteadyDevice device (app.machine (), endlessSound (kRateHz));
    MeasuredApp::pointAt ({1.05f, 1.05f}, files.view ());
    pumpMessages (200); // the cursor goes: playing would begin there
    files.togglePlaying ();
    pumpMessages (500);
    REQUIRE (app.content ().audio ().playedSeconds ());
    REQUIRE (*app.content ().audio ().playedSeconds () < 1);
    const ScreenProbe probe (MeasuredApp::lineOf (files.view ()), 0.004, {});
    const ThreadClock clock (device.thread (), {probe.thread ()});
    const auto before = probe.numPictures ();
    pumpMessages (milliseconds);
    REQUIRE (app.content ().audio ().playedSeconds ());
    REQUIRE (*app.content ().audio ().playedSeconds () < files.view ().window ().endSeconds ());
    return {static_cast<double> (probe.numPictures () - before) / clock.seconds (),
            clock.shares ()};
}

void tell (const char* name, const LiveFigures& figures)
{
    const auto& [frames, shares] = figures;
    report ("%-28s %8.1f %8.1f %8.1f %8.1f %8.1f", name, frames, 100 * shares.all (),
            100 * shares.message, 100 * shares.audio, 100 * shares.others);
}

void check (const LiveFigures& figures)
{
    CHECK (figures.framesPerSecond > kLeastFrames);
    CHECK (figures.shares.all () < kMostShare);
}

void measureAll (const std::vector<LiveCase>& cases, int milliseconds, int numRounds)
{
    report ("%-28s %8s %8s %8s %8s %8s", "live, 1200 x 700", "frames/s", "all %", "message",
            "audio", "others");
    for (const auto& one : cases)
        for (int round = 0; round < numRounds; ++round)
        {
            const auto figures = measure (one, milliseconds);
            tell (one.name, figures);
            CHECK (figures.framesPerSecond > 1);
            if (milliseconds > 1000)
                check (figures);
        }
}

} // namespace

TEST_CASE ("live: frames a second and share of a core", "[live]")
{
    measureAll ({{"musical, 640 bands", "musical", 0, false, SecondView::none},
                 {"640 bands, cursor", "musical", 0, false, SecondView::none, true},
                 {"musical, 128 bands", "musical", 128, false, SecondView::none},
                 {"fast, 64 bands", "fast", 0, false, SecondView::none},
                 {"640 bands, spectrum", "musical", 0, true, SecondView::none},
                 {"two front ends", "musical", 0, false, SecondView::below},
                 {"difference of two", "musical", 0, false, SecondView::difference},
                 {"640 bands, selection", "musical", 0, false, SecondView::none, false, true}},
                8000, 2);
}

TEST_CASE ("files: frames a second and share of a core while a file is played", "[live][played]")
{
    report ("%-28s %8s %8s %8s %8s %8s", "played, 1200 x 700", "frames/s", "all %", "message",
            "audio", "others");
    for (const bool hasMarks : {false, true})
        for (int round = 0; round < 2; ++round)
        {
            const auto figures = measureFile (hasMarks, 6000);
            tell (hasMarks ? "file, selection, marks" : "file, playhead alone", figures);
            check (figures);
        }
}

TEST_CASE ("the picture moves, and the threads are counted", "[smoke]")
{
    measureAll ({{"smoke", "fast", 0, false, SecondView::none}}, 800, 1);
}

} // namespace melstrom::testing
