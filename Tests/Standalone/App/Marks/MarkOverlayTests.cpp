// Marks under the mouse and the keys of a timeline. Places of the mouse: see MarkRig.h.
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Marks/MarkShape.h"
#include "Tests/Standalone/App/Marks/MarkRig.h"

#include <string>

namespace melstrom::testing
{

namespace
{
const Mark kBox {2, 3, 2000.0, 4000.0, "box"}; ///< x 250 to 350, y 260 to 340
const Mark kRange {5, 7, {}, {}, "range"};     ///< x 550 to 750
const Mark kPoint {9, 9, {}, {}, "point"};     ///< x 950

using Selection = std::vector<std::size_t>;
} // namespace

TEST_CASE ("a drag inside of a selected box moves it in time and frequency, as one step",
           "[app][marks]")
{
    OverlayRig rig ({kBox});
    const auto text = rig.document.table ().text ();
    rig.document.select ({0});
    CHECK (rig.drag ({300, 300}, {400, 280})); // 1 s and 500 Hz
    CHECK (rig.document[0] == Mark {3, 4, 2500.0, 4500.0, "box"});
    rig.document.undo ();
    CHECK (rig.document.table ().text () == text);

    CHECK (rig.drag ({300, 300}, {400, 302})); // 2 points of tremble do not count
    CHECK (rig.document[0] == Mark {3, 4, 2000.0, 4000.0, "box"});
    CHECK (rig.drag ({400, 300}, {402, 300}));
    CHECK (rig.document[0].beginSeconds == 3);
}

TEST_CASE ("edges and corners resize a mark; an edge stops at the opposite one", "[app][marks]")
{
    OverlayRig rig ({kBox, kRange});
    CHECK (rig.drag ({351, 259}, {451, 219})); // the upper right corner
    CHECK (rig.document[0] == Mark {2, 4, 2000.0, 5000.0, "box"});
    CHECK (rig.document.selection () == Selection {0});
    CHECK (rig.drag ({250, 300}, {200, 330})); // the left edge: its height does not count
    CHECK (rig.document[0] == Mark {1.5, 4, 2000.0, 5000.0, "box"});
    CHECK (rig.drag ({300, 340}, {310, 360})); // the lower edge
    CHECK (rig.document[0] == Mark {1.5, 4, 1500.0, 5000.0, "box"});
    CHECK (rig.drag ({750, 100}, {500, 100})); // the end of the range, past its begin
    CHECK (rig.document[1] == Mark {5, 5, {}, {}, "range"});
    CHECK (rig.document[0] == Mark {1.5, 4, 1500.0, 5000.0, "box"});
}

TEST_CASE ("a moved mark stays behind the begin of the sound and within the axis", "[app][marks]")
{
    OverlayRig rig ({kBox});
    rig.document.select ({0});
    CHECK (rig.drag ({300, 300}, {60, 25}));
    CHECK (rig.document[0] == Mark {0, 1, 8000.0, 10'000.0, "box"});
    CHECK (rig.drag ({100, 40}, {100, 419}));
    CHECK (rig.document[0] == Mark {0, 1, 0.0, 2000.0, "box"});
}

TEST_CASE ("values that a drag does not move keep their digits", "[app][marks]")
{
    const Mark fine {2.123456789, 3.123456789, 2000.12345, 4000.12345, "fine"};
    OverlayRig rig ({fine});
    rig.document.select ({0});
    CHECK (rig.drag ({300, 300}, {300, 280})); // frequency alone
    CHECK (rig.document[0].beginSeconds == fine.beginSeconds);
    CHECK (rig.document[0].lowHz == 2500.12);
    rig.document.undo ();
    rig.press ({300, 300});
    rig.move ({400, 200});
    rig.move ({300, 300}); // and back
    rig.letGo ();
    CHECK (rig.document[0] == fine);
    CHECK (rig.document.history ().undoName () == "New mark"); // of the rig: no step
}

TEST_CASE ("a press inside of an unselected mark selects it and leaves the drag to the view",
           "[app][marks]")
{
    OverlayRig rig ({kBox, kRange, kPoint});
    CHECK_FALSE (rig.drag ({600, 100}, {650, 100}));
    CHECK (rig.document.selection () == Selection {1});
    CHECK (rig.document[1] == kRange);
    CHECK_FALSE (rig.press ({450, 100})); // beside all marks
    CHECK (rig.document.selection ().empty ());
    CHECK_FALSE (rig.press ({300, 430}));      // below the plot
    CHECK (rig.drag ({952, 200}, {902, 240})); // a point is held at its line
    CHECK (rig.document[2] == Mark {8.5, 8.5, {}, {}, "point"});
}

TEST_CASE ("Shift and Ctrl select several marks, which move together", "[app][marks]")
{
    OverlayRig rig ({kBox, kRange, kPoint});
    rig.press ({300, 300});
    CHECK (rig.press ({600, 100}, juce::ModifierKeys::shiftModifier));
    CHECK (rig.document.selection () == Selection {0, 1});
    CHECK (rig.drag ({600, 100}, {700, 100}));
    CHECK (rig.document[0] == Mark {3, 4, 2000.0, 4000.0, "box"});
    CHECK (rig.document[1] == Mark {6, 8, {}, {}, "range"});
    CHECK (rig.document[2] == kPoint);
    rig.document.undo ();
    CHECK (rig.document[0] == kBox);
    CHECK (rig.document[1] == kRange);
    CHECK (rig.press ({600, 100}, juce::ModifierKeys::commandModifier)); // the same again
    CHECK (rig.document.selection () == Selection {0});
}

TEST_CASE ("of marks over each other, the press takes the selected one, then the smallest",
           "[app][marks]")
{
    OverlayRig rig ({{0, 10, {}, {}, "all"}, kBox});
    CHECK_FALSE (rig.press ({300, 300}));
    CHECK (rig.document.selection () == Selection {1});
    rig.document.select ({0});
    CHECK (rig.press ({300, 300}));
    CHECK (rig.document.selection () == Selection {0});
}

TEST_CASE ("keys remove marks, leave drags and selection, and undo", "[app][marks]")
{
    using juce::KeyPress;
    const int command = juce::ModifierKeys::commandModifier;
    OverlayRig rig ({kBox, kRange});
    rig.document.select ({0});
    rig.press ({300, 300});
    rig.move ({500, 300});
    CHECK (rig.overlay.keyPressed (KeyPress (KeyPress::escapeKey)));
    rig.move ({600, 300});
    rig.letGo ();
    CHECK (rig.document[0] == kBox);
    CHECK (rig.document.selection () == Selection {0});
    CHECK (rig.overlay.keyPressed (KeyPress (KeyPress::escapeKey)));
    CHECK (rig.document.selection ().empty ());
    CHECK_FALSE (rig.overlay.keyPressed (KeyPress (KeyPress::escapeKey))); // the view's
    CHECK_FALSE (rig.overlay.keyPressed (KeyPress (KeyPress::deleteKey)));

    CHECK (rig.overlay.keyPressed (KeyPress ('a', command, 0)));
    CHECK (rig.document.selection () == Selection {0, 1});
    CHECK (rig.overlay.keyPressed (KeyPress (KeyPress::deleteKey)));
    CHECK (rig.document.size () == 0);
    CHECK (rig.overlay.keyPressed (KeyPress ('z', command, 0)));
    CHECK (rig.document.size () == 2);
    CHECK (rig.overlay.keyPressed (KeyPress ('z', command | juce::ModifierKeys::shiftModifier, 0)));
    CHECK (rig.document.size () == 0);
}

TEST_CASE ("a double click edits the label in place", "[app][marks]")
{
    OverlayRig rig ({kBox, kRange});
    juce::String message;
    rig.overlay.onMessage = [&] (const juce::String& text) { message = text; };
    const auto twice = [&] (juce::Point<float> place)
    { return rig.overlay.mouseDoubleClick (mouseAt (rig.view, place), rig.mapping); };
    CHECK_FALSE (twice ({450, 100}));
    CHECK_FALSE (rig.editor.isVisible ());
    REQUIRE (twice ({300, 300}));
    REQUIRE (rig.editor.isVisible ());
    CHECK (rig.editor.getText () == "box");
    CHECK (rig.mapping.plot.contains (rig.editor.getBounds ()));

    rig.editor.setText ("two words");
    rig.editor.onReturnKey ();
    CHECK (rig.document[0].label == "two words");
    CHECK_FALSE (rig.editor.isVisible ());
    CHECK (message.isEmpty ());

    REQUIRE (twice ({600, 100}));
    rig.editor.setText ("dropped");
    rig.editor.onEscapeKey ();
    CHECK_FALSE (rig.editor.isVisible ());
    CHECK (rig.document[1].label == "range");

    REQUIRE (rig.overlay.keyPressed (juce::KeyPress (juce::KeyPress::F2Key)));
    rig.editor.setText ("dropped");
    rig.document.undo (); // a change by others closes the editor
    CHECK_FALSE (rig.editor.isVisible ());
    CHECK (rig.document[0].label == "box");
    CHECK (rig.document[1].label == "range");
}

TEST_CASE ("the pointer tells what a press would do", "[app][marks]")
{
    OverlayRig rig ({kBox, kPoint});
    const auto at = [&] (float x, float y) { return rig.overlay.pointerAt ({x, y}, rig.mapping); };
    using Cursor = juce::MouseCursor;
    CHECK_FALSE (at (450, 100).has_value ());
    CHECK (*at (250, 300) == Cursor::LeftRightResizeCursor);
    CHECK (*at (300, 260) == Cursor::UpDownResizeCursor);
    CHECK (*at (350, 260) == Cursor::TopRightCornerResizeCursor);
    CHECK (*at (250, 340) == Cursor::BottomLeftCornerResizeCursor);
    CHECK (*at (300, 300) == Cursor::PointingHandCursor);
    CHECK (*at (950, 100) == Cursor::DraggingHandCursor);
    rig.document.select ({0});
    CHECK (*at (300, 300) == Cursor::DraggingHandCursor);
    CHECK (rig.overlay.tooltipAt ({300, 300}, rig.mapping)
               .startsWith ("box\n2 to 3 s, 2000 to 4000 Hz"));
}

TEST_CASE ("marks are drawn at their places and nowhere else; selected ones differ", "[app][marks]")
{
    OverlayRig rig ({kBox, kPoint});
    const auto black = juce::Colours::black;
    auto picture = rig.paint ();
    for (const juce::Point<int> edge : {juce::Point (250, 300), {350, 300}, {300, 260}, {300, 340}})
    {
        INFO (edge.x << ", " << edge.y);
        CHECK (picture.getPixelAt (edge.x, edge.y).getBrightness () > 0.3f);
    }
    CHECK (picture.getPixelAt (300, 310) != black); // the fill
    CHECK (picture.getPixelAt (950, 400).getBrightness () > 0.3f);
    CHECK (picture.getPixelAt (450, 200) == black);
    CHECK (picture.getPixelAt (300, 350) == black);
    CHECK (picture.getPixelAt (950, 425) == black); // below the plot
    const auto plain = picture.getPixelAt (250, 320);
    rig.document.select ({0});
    CHECK (rig.paint ().getPixelAt (250, 320) != plain);
}

TEST_CASE ("a screen reader gets the marks in the window instead of the picture", "[app][marks]")
{
    OverlayRig rig ({{1, 2, 100.0, 200.0, "wren"}, {20, 21, {}, {}, "later"}, {3, 3, {}, {}, ""}});
    CHECK (rig.overlay.reading (rig.mapping) ==
           "2 marks. Mark 1: 1 to 2 s, 100 to 200 Hz, wren. Mark 3: 3 s");
    rig.document.select ({2});
    CHECK (rig.overlay.reading (rig.mapping).endsWith ("Mark 3: 3 s (selected)"));
    TimelineView view ("Timeline");
    view.setSize (1000, 400);
    view.setOverlays ({&rig.overlay});
    view.setWindow ({0, 10});
    const auto handler = view.createAccessibilityHandler ();
    CHECK (handler->getValueInterface ()->getCurrentValueAsString () ==
           rig.overlay.reading (view.mapping ()));
}

TEST_CASE ("a selection of the timeline becomes a mark with few digits", "[app][marks]")
{
    CHECK (markOf ({3.25, 1.0000004, 4000.127, 99.999}, "x") ==
           Mark {1, 3.25, 100.0, 4000.13, "x"});
    CHECK (markOf ({1, 2, {}, {}}, "") == Mark {1, 2, {}, {}, ""});
    CHECK (markAt (0.1234567, "p") == Mark {0.123457, 0.123457, {}, {}, "p"});
    CHECK (markAt (-1, "p").beginSeconds == 0);
}

} // namespace melstrom::testing
