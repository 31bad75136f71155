#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/MouseAt.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Editor/TimelineRig.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

juce::MouseWheelDetails notch (float deltaY)
{
    return {0, deltaY, false, false, false};
}

} // namespace

TEST_CASE ("the wheel zooms at the pointer", "[timeline]")
{
    TimelineRig rig;
    rig.view.setWindow ({10, 20});
    const auto place = rig.plot ().getPosition ().toFloat () + juce::Point<float> (300, 100);
    const double seconds = rig.view.mapping ().secondsAt (static_cast<double> (place.x));
    const double hz = rig.view.mapping ().frequencyAt (static_cast<double> (place.y));
    for (const float delta : {0.2f, 0.2f, -0.1f, 1.0f})
    {
        const double before = rig.view.window ().spanSeconds;
        rig.view.mouseWheelMove (mouseAt (rig.view, place), notch (delta));
        CHECK ((rig.view.window ().spanSeconds < before) == (delta > 0));
        CHECK (rig.view.mapping ().secondsAt (static_cast<double> (place.x)) == Approx (seconds));
    }
    CHECK_FALSE (rig.view.frequencies ());

    const auto event =
        mouseAt (rig.view, place).withNewPosition (place); // over the plot, with Ctrl
    const juce::MouseEvent withCtrl (
        event.source, place, juce::ModifierKeys (juce::ModifierKeys::commandModifier), 0, 0, 0, 0,
        0, &rig.view, &rig.view, event.eventTime, place, event.eventTime, 1, false);
    const auto window = rig.view.window ();
    rig.view.mouseWheelMove (withCtrl, notch (0.3f));
    CHECK (rig.view.window () == window);
    REQUIRE (rig.view.frequencies ());
    CHECK (rig.view.mapping ().frequencyAt (static_cast<double> (place.y)) ==
           Approx (hz).epsilon (0.001));
    rig.view.mouseWheelMove (withCtrl, notch (-3));
    CHECK_FALSE (rig.view.frequencies ());
}

TEST_CASE ("a gap of the rows stays a gap", "[timeline]")
{
    TimelineRig rig;
    rig.view.setWindow ({25, 10});
    rig.view.update ();
    const auto picture = rig.snapshot ();
    keepPicture (picture, "timeline-gap");
    const auto mapping = rig.view.mapping ();
    const auto colourAt = [&] (double seconds) {
        return picture.getPixelAt (static_cast<int> (mapping.xOf (seconds)),
                                   mapping.plot.getY () + 5);
    };
    CHECK (colourAt (30.05) == Theme::panel ());
    CHECK (colourAt (30.95) == Theme::panel ());
    CHECK (colourAt (29.95) != Theme::panel ());
    CHECK (colourAt (31.05) != Theme::panel ());
}

TEST_CASE ("the keyboard moves time, frequency and cursor", "[timeline]")
{
    using Key = juce::KeyPress;
    TimelineRig rig;
    rig.view.setWindow ({20, 10});
    CHECK (rig.press (Key::pageDownKey));
    CHECK (rig.view.window ().beginSeconds == Approx (28));
    CHECK (rig.press (Key::pageUpKey));
    CHECK (rig.press (Key::homeKey));
    CHECK (rig.view.window ().beginSeconds == 0);
    CHECK (rig.press (Key::endKey));
    CHECK (rig.view.window ().endSeconds () == Approx (60).margin (0.02));
    CHECK (rig.press (Key::leftKey)); // in the middle at first
    const auto middle = rig.view.cursorSeconds ();
    REQUIRE (middle);
    CHECK (rig.press (Key::rightKey, juce::ModifierKeys::shiftModifier));
    CHECK (*rig.view.cursorSeconds () - *middle == Approx (10 * 10.0 / rig.plot ().getWidth ()));
    const auto cursor = rig.view.cursorSeconds ();
    CHECK (rig.press ('+', 0, '+'));
    CHECK (rig.view.window ().spanSeconds < 9);
    CHECK (*rig.view.cursorSeconds () == Approx (*cursor));
    CHECK (rig.press ('[', 0, '['));
    CHECK (rig.press (Key::rightKey, juce::ModifierKeys::shiftModifier));
    CHECK (rig.press (']', 0, ']'));
    REQUIRE (rig.view.selection ());
    CHECK (rig.view.selection ()->beginSeconds == Approx (*cursor));
    CHECK (rig.view.selection ()->endSeconds == Approx (*rig.view.cursorSeconds ()));
    CHECK (rig.press ('0', 0, '0'));
    CHECK (rig.view.window ().spanSeconds == Approx (60).margin (0.02));
    CHECK (rig.press (Key::escapeKey));
    CHECK_FALSE (rig.view.selection ());
    CHECK (rig.view.cursorSeconds ());
    CHECK (rig.press (Key::escapeKey));
    CHECK_FALSE (rig.view.cursorSeconds ());
    CHECK_FALSE (rig.press (Key::escapeKey));
    CHECK_FALSE (rig.press (Key::spaceKey)); // of the owner
}

TEST_CASE ("the cursor reads time, frequency, band and level", "[timeline]")
{
    TimelineRig rig;
    rig.view.setWindow ({0, 20});
    const auto mapping = rig.view.mapping ();
    const double hz =
        mapping.frequency.bands ().centresHz[static_cast<std::size_t> (TimelineRig::kLoudBand)];
    rig.view.setCursor (
        juce::Point<int> (static_cast<int> (mapping.xOf (5)), static_cast<int> (mapping.yOf (hz))));
    const auto text = rig.view.cursorText ();
    INFO (text);
    CHECK (text.contains (" s "));
    CHECK (text.contains (" Hz "));
    CHECK (text.contains ("band 20"));
    CHECK (text.contains ("-6.0 dB"));
    CHECK (text.getDoubleValue () == Approx (5).margin (0.03));
    rig.view.setLayers ({&rig.rows, &rig.wave, 0}, {&rig.rows, nullptr, 30});
    rig.view.setBlend (TimelineBlend::difference);
    rig.view.setCursor (juce::Point<int> (0, 0)); // before the second sound
    CHECK (rig.view.cursorText ().contains ("no row"));
}

TEST_CASE ("a view that follows shows the newest rows until the user scrolls away", "[timeline]")
{
    TimelineRig rig;
    rig.rows.end = 1000;
    rig.wave.end = 1000 * 160;
    rig.view.setWindow ({0, 4});
    rig.view.setFollowing (true);
    for (int frame = 0; frame < 50; ++frame)
    {
        rig.rows.end += 3;
        rig.wave.end += 3 * 160;
        rig.view.update ();
        const double end = 0.005 + (double (rig.rows.end) - 0.5) / 100;
        CHECK (rig.view.window ().endSeconds () <= end + 1e-6);
        CHECK (rig.view.window ().endSeconds () >= end - 4.0 / rig.plot ().getWidth () - 1e-6);
        CHECK (rig.view.window ().spanSeconds == 4);
    }
    // only new columns read rows: three rows of 10 ms are at most 9 columns of 4.6 ms
    (void)rig.snapshot ();
    const auto before = rig.rows.numCalls;
    rig.rows.end += 3;
    rig.view.update ();
    (void)rig.snapshot ();
    CHECK (rig.rows.numCalls - before <= 12);
    CHECK (rig.rows.numCalls - before >= 6);

    CHECK (rig.press (juce::KeyPress::pageUpKey));
    CHECK_FALSE (rig.view.isFollowing ());
    const auto window = rig.view.window ();
    rig.rows.end += 100;
    rig.view.update ();
    CHECK (rig.view.window () == window);
    CHECK (rig.press (juce::KeyPress::endKey));
    CHECK (rig.view.isFollowing ());
    rig.view.setFollowing (false);
    CHECK (rig.press (juce::KeyPress::endKey));
    CHECK_FALSE (rig.view.isFollowing ());
}

TEST_CASE ("a new front end of the same store has its own bands", "[timeline]")
{
    TimelineRig rig;
    rig.view.update ();
    FakeRowStore other ("kaldi-mfcc", TimelineRig::kRateHz, 6000,
                        [] (std::int64_t, int) { return std::optional (-20.0f); });
    ViewState look;
    look.axis = ViewAxis::mel;
    rig.view.setView (look);
    rig.view.setLayers ({&other, nullptr, 0});
    CHECK (rig.view.mapping ().frequency.bands ().centresHz.size () == 23);
    CHECK (rig.view.mapping ().frequency.lowestHz () == Approx (20));
}

TEST_CASE ("an overlay gets the mouse and the keys first", "[timeline]")
{
    struct Marks final : TimelineOverlay
    {
        void paint (juce::Graphics&, const TimelineMapping&) override { ++numPaints; }
        bool mouseDown (const juce::MouseEvent&, const TimelineMapping&) override { return takes; }
        void mouseDrag (const juce::MouseEvent&, const TimelineMapping&) override { ++numDrags; }
        void mouseUp (const juce::MouseEvent&, const TimelineMapping&) override { ++numUps; }
        bool keyPressed (const juce::KeyPress& key) override
        {
            return takes && key.getKeyCode () == juce::KeyPress::homeKey;
        }
        bool takes = true;
        int numPaints = 0, numDrags = 0, numUps = 0;
    } upper, lower;
    TimelineRig rig;
    rig.view.setOverlays ({&upper, &lower});
    upper.takes = false;
    const auto place = rig.plot ().getCentre ().toFloat ();
    rig.view.mouseDown (mouseAt (rig.view, place));
    rig.view.mouseDrag (mouseAt (rig.view, place.translated (50, 50)));
    rig.view.mouseUp (mouseAt (rig.view, place.translated (50, 50)));
    CHECK (upper.numDrags == 0);
    CHECK (lower.numDrags == 1);
    CHECK (lower.numUps == 1);
    CHECK_FALSE (rig.view.selection ());
    rig.view.setWindow ({20, 5});
    CHECK (rig.press (juce::KeyPress::homeKey));
    CHECK (rig.view.window ().beginSeconds == 20);
    (void)rig.snapshot ();
    CHECK (upper.numPaints > 0);
}
