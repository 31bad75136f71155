// The live page in its window, on a fake device: what it tells, shows and remembers.
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/App/FakeAudioDevice.h"
#include "Tests/Support/Skip.h"

#include <cmath>
#include <numbers>
#include <thread>

namespace melstrom::testing
{

namespace
{

juce::ComboBox& boxTitled (juce::Component& within, const juce::String& title)
{
    for (auto* const box : allOf<juce::ComboBox> (within))
        if (box->getTitle () == title)
            return *box;
    FAIL ("no box " << title);
    std::abort ();
}

/** The window with a fake device; false: this machine has devices of its own. */
bool plugIn (AppRun& app, FakeMachine& machine)
{
    auto& audio = app.content ().audio ();
    if (audio.rateHz () > 0)
    {
        skipTest ("this machine has an audio device");
        return false;
    }
    audio.devices ().addAudioDeviceType (std::make_unique<FakeAudioDeviceType> (machine));
    audio.open (nullptr);
    REQUIRE (AppRun::pumpUntil ([&] { return audio.rateHz () > 0; }));
    pumpMessages (100);
    return true;
}

/** Sound of a chirp, as fast as the tap takes it. */
void sound (AppRun& app, FakeMachine& machine, double seconds)
{
    static double phase = 0;
    const int numCallbacks = static_cast<int> (seconds * machine.rateHz / machine.blockSamples);
    for (int n = 0; n < numCallbacks; ++n)
    {
        const double hz = 200 * std::pow (40.0, n / static_cast<double> (numCallbacks));
        for (int i = 0; i < machine.blockSamples; ++i)
        {
            phase += hz / machine.rateHz;
            for (auto& channel : machine.inputs)
                channel[static_cast<std::size_t> (i)] =
                    0.5f * static_cast<float> (std::sin (2 * std::numbers::pi * phase));
        }
        machine.call ();
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
        if (n % 16 == 15)
            app.content ().live ().update ();
    }
    pumpMessages (100);
}

} // namespace

TEST_CASE ("the live page remembers zoom, second front end, mix and memory", "[plugin][app][live]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    {
        auto& live = app.content ().live ();
        app.content ().showPage (AppContent::Page::live);
        live.view ().setWindow ({0, 4});
        live.view ().setFrequencies (FrequencyRange {100, 5000});
        boxTitled (live, "Second front end").setSelectedId (3, juce::sendNotificationSync);
        auto look = live.model (0).view ();
        look.mix = ViewMix::left;
        live.model (0).look (look);
        REQUIRE (app.press (juce::KeyPress ('g', {}, 'g')));
        pumpMessages (50);
        auto& memory = boxTitled (live, "Memory of the history");
        REQUIRE (memory.isShowing ());
        CHECK (memory.getText () == "1000 MB");
        memory.setSelectedId (2000, juce::sendNotificationSync);
        CHECK (live.statusText ().startsWith ("history 0 MB of 2000 MB"));
    }
    app.end ();
    app.start ();
    auto& live = app.content ().live ();
    CHECK (live.view ().window ().spanSeconds == Approx (4));
    REQUIRE (live.view ().frequencies ().has_value ());
    CHECK (*live.view ().frequencies () == FrequencyRange {100, 5000});
    CHECK (boxTitled (live, "Second front end").getSelectedId () == 3);
    CHECK (live.model (0).view ().mix == ViewMix::left);
    CHECK (live.history ().mostBytes () == 2'000'000'000);
}

TEST_CASE ("the page shows the absence of a device as a gap, and goes on", "[plugin][app][live]")
{
    if (! hasDisplay ())
        return;
    FakeMachine machine;
    AppRun app;
    if (! plugIn (app, machine))
        return;
    auto& live = app.content ().live ();
    app.content ().showPage (AppContent::Page::live);
    sound (app, machine, 3);
    REQUIRE (live.feed (0).rows () != nullptr);
    machine.isPluggedIn = false;
    REQUIRE (
        AppRun::pumpUntil ([&] { return app.content ().audio ().deviceFault ().isNotEmpty (); }));
    machine.isPluggedIn = true;
    REQUIRE (AppRun::pumpUntil ([&] { return app.content ().audio ().deviceFault ().isEmpty (); }));
    sound (app, machine, 3);
    pumpMessages (500);
    CHECK (live.statusText ().contains ("1 gap"));
    CHECK (live.view ().isFollowing ());
    CHECK (live.view ().window ().endSeconds () ==
           Approx (live.history ().endSeconds ()).margin (0.5));
    live.view ().showAll ();
    const auto window = live.view ().window ();
    CHECK (window.beginSeconds < 0.1);
    CHECK (window.spanSeconds > 6.5);
    const auto cut = live.shownSound ();
    CHECK (cut.numGaps == 1);
    CHECK (cut.seconds () == Approx (live.history ().endSeconds ()).margin (0.3));
    pumpMessages (200);
    app.keep ("app-live-gap");

    // another front end: the whole of it is there again
    boxTitled (live, "Second front end").setSelectedId (2, juce::sendNotificationSync);
    REQUIRE (live.model (0).choose ("librosa-db"));
    sound (app, machine, 1);
    REQUIRE (AppRun::pumpUntil ([&] { return ! live.history ().doneRatio (); }));
    REQUIRE (app.press (juce::KeyPress ('g', {}, 'g')));
    live.view ().showAll ();
    pumpMessages (300);
    REQUIRE (live.feed (0).rows () != nullptr);
    CHECK (live.feed (0).rows ()->beginSeconds () < 0.1);
    CHECK (live.feed (1).rows ()->beginSeconds () < 0.1);
    app.keep ("app-live-anew");
}

TEST_CASE ("the page tells that a new front end cannot reach as far back", "[plugin][app][live]")
{
    if (! hasDisplay ())
        return;
    FakeMachine machine;
    machine.blockSamples = 2048;
    AppRun app ([] (AppSettings& settings) { settings.setText ("historyBytes", "16000000"); });
    if (! plugIn (app, machine))
        return;
    auto& live = app.content ().live ();
    app.content ().showPage (AppContent::Page::live);
    CHECK (live.history ().mostBytes () == 16'000'000);
    sound (app, machine, 20);
    juce::String told;
    live.onMessage = [&] (const juce::String& text) { told = text; };
    REQUIRE (live.model (0).choose ("librosa-db"));
    CHECK (told.startsWith ("The history begins 0:"));
    CHECK (told.contains ("sound, which is kept for the last 0:"));
    CHECK (live.statusText ().contains ("computed anew"));
}

} // namespace melstrom::testing
