#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/TimelineRig.h"
#include "Tests/Support/Plugin/Host.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** The view in a window on the screen. */
struct ScreenTimeline
{
    ScreenTimeline ()
    {
        rig.view.setWindow ({20, 10});
        rig.view.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        rig.view.setTopLeftPosition (60, 80);
        rig.view.setVisible (true);
        pumpMessages (200);
        REQUIRE (mouse.fault ().empty ());
    }
    ~ScreenTimeline () { rig.view.removeFromDesktop (); }

    juce::Point<int> at (double seconds, double hz) const
    {
        const auto mapping = rig.view.mapping ();
        return {static_cast<int> (mapping.xOf (seconds)), static_cast<int> (mapping.yOf (hz))};
    }
    /** Inside the waveform, above the plot. */
    juce::Point<int> inWave (double seconds) const
    {
        return {at (seconds, 1000).x, rig.plot ().getY () - 20};
    }
    void drag (juce::Point<int> from, juce::Point<int> to)
    {
        REQUIRE (mouse.hold (rig.view, from));
        REQUIRE (mouse.dragTo (rig.view.localPointToGlobal (to)));
        REQUIRE (mouse.letGo ());
    }
    template <typename Condition>
    static bool waitFor (Condition&& isSo)
    {
        for (int wait = 0; wait < 300 && ! isSo (); ++wait)
            pumpMessages (10);
        return isSo ();
    }
    double secondsPerPoint () const
    {
        return rig.view.window ().spanSeconds / rig.plot ().getWidth ();
    }

    Host host;
    TimelineRig rig;
    Mouse mouse;
};

} // namespace

TEST_CASE ("a drag on the plot selects a box and in the waveform time alone", "[timeline]")
{
    ScreenTimeline screen;
    auto& view = screen.rig.view;
    int numChanges = 0;
    view.onSelection = [&] { ++numChanges; };
    screen.drag (screen.at (22, 3000), screen.at (26, 500));
    REQUIRE (view.selection ());
    const double point = screen.secondsPerPoint ();
    CHECK (view.selection ()->beginSeconds == Approx (22).margin (1.5 * point));
    CHECK (view.selection ()->endSeconds == Approx (26).margin (1.5 * point));
    REQUIRE (view.selection ()->lowHz);
    CHECK (*view.selection ()->lowHz == Approx (500).epsilon (0.03));
    CHECK (*view.selection ()->highHz == Approx (3000).epsilon (0.03));
    CHECK (numChanges > 0);

    screen.drag (screen.inWave (27), screen.inWave (24));
    REQUIRE (view.selection ());
    CHECK (view.selection ()->beginSeconds == Approx (24).margin (1.5 * point));
    CHECK (view.selection ()->endSeconds == Approx (27).margin (1.5 * point));
    CHECK_FALSE (view.selection ()->lowHz);

    // its edge
    screen.drag (screen.inWave (27), screen.inWave (28));
    CHECK (view.selection ()->beginSeconds == Approx (24).margin (1.5 * point));
    CHECK (view.selection ()->endSeconds == Approx (28).margin (2 * point));
}

TEST_CASE ("a click tells its time and removes the selection", "[timeline]")
{
    ScreenTimeline screen;
    auto& view = screen.rig.view;
    std::optional<double> clicked;
    view.onClick = [&] (double seconds) { clicked = seconds; };
    view.setSelection (TimelineSelection {21, 22, {}, {}});
    REQUIRE (screen.mouse.clickAt (view, screen.at (25, 1000)));
    REQUIRE (clicked);
    CHECK (*clicked == Approx (25).margin (1.5 * screen.secondsPerPoint ()));
    CHECK_FALSE (view.selection ());
}

TEST_CASE ("the middle button and the time axis move the window", "[timeline]")
{
    ScreenTimeline screen;
    auto& view = screen.rig.view;
    const auto from = screen.at (25, 1000);
    REQUIRE (screen.mouse.holdMiddle (view, from));
    REQUIRE (screen.mouse.dragTo (view.localPointToGlobal (screen.at (22, 1000))));
    REQUIRE (screen.mouse.letGo ());
    const double point = screen.secondsPerPoint ();
    CHECK (view.window ().beginSeconds == Approx (23).margin (2.5 * point));
    CHECK_FALSE (view.selection ());

    const double before = view.window ().beginSeconds;
    const auto axis = screen.rig.timeAxis ();
    screen.drag (axis.getCentre (), axis.getCentre ().translated (100, 0));
    CHECK (view.window ().beginSeconds == Approx (before - 100 * point).margin (2.5 * point));
    CHECK_FALSE (view.selection ());
}

TEST_CASE ("the wheel of the screen zooms at the pointer", "[timeline]")
{
    ScreenTimeline screen;
    auto& view = screen.rig.view;
    const auto place = screen.at (23, 1000);
    const double seconds = view.mapping ().secondsAt (place.x);
    REQUIRE (screen.mouse.wheel (view, place, 3));
    REQUIRE (ScreenTimeline::waitFor ([&] { return view.window ().spanSeconds < 5; }));
    CHECK (view.mapping ().secondsAt (place.x) ==
           Approx (seconds).margin (1.5 * 10.0 / screen.rig.plot ().getWidth ()));
    const double span = view.window ().spanSeconds;
    REQUIRE (screen.mouse.wheel (view, place, -1));
    CHECK (ScreenTimeline::waitFor ([&] { return view.window ().spanSeconds > span; }));
}

TEST_CASE ("a double click on the time axis shows everything", "[timeline]")
{
    ScreenTimeline screen;
    auto& view = screen.rig.view;
    REQUIRE (screen.mouse.clickAt (view, screen.rig.timeAxis ().getCentre (), 2));
    CHECK (ScreenTimeline::waitFor ([&] { return view.window ().spanSeconds > 59; }));
}
