// Two files against each other, shifted in time.
#include "Source/Timeline/TimelineLayer.h"
#include "Tests/Standalone/App/Files/FilePair.h"
#include "Tests/Support/Editor/Mouse.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** b.wav is a.wav, later by a whole number of rows. */
struct Pair
{
    Pair ()
    {
        open (tonesFile (app.folder (), "a.wav", 0, 6));
        const auto& geometry = files ().chosen ()->overview->rows ().geometry ();
        const auto delaySamples = 25 * geometry.hopSamples * kPairRateHz / geometry.rateHz;
        delaySeconds = static_cast<double> (delaySamples) / kPairRateHz;
        open (tonesFile (app.folder (), "b.wav", delaySamples, 6));
        files ().choose (0);
        combo ("Compare with").setSelectedItemIndex (2, juce::sendNotificationSync);
        combo ("Comparison").setSelectedItemIndex (1, juce::sendNotificationSync);
        REQUIRE (AppRun::pumpUntil (
            [&] { return isWhole (&files ().files ()[0]) && isWhole (&files ().files ()[1]); }));
        files ().view ().setWindow ({0.5, 5});
        pumpMessages (200);
    }

    FilesPage& files () { return app.content ().files (); }
    double start () { return files ().files ()[1].startSeconds; }
    void open (const std::string& path)
    {
        const int before = files ().numOpen ();
        app.content ().openPaths ({path});
        REQUIRE (AppRun::pumpUntil (
            [&] { return files ().numOpen () == before + 1 && isWhole (files ().chosen ()); }));
    }
    juce::ComboBox& combo (const juce::String& title)
    {
        for (auto* const box : allOf<juce::ComboBox> (files ()))
            if (box->getTitle () == title)
                return *box;
        FAIL ("no choice " << title);
        std::abort ();
    }
    juce::TextEditor& field () { return find<juce::TextEditor> (find<ShiftBar> (files ())); }
    /** Share of the points between two times that do not have the colour of equal levels. */
    double differing (double beginSeconds, double endSeconds)
    {
        pumpMessages (200);
        const auto mapping = files ().view ().mapping ();
        const auto picture = files ().view ().createComponentSnapshot (
            files ().view ().getLocalBounds (), true, 1.0f);
        const auto equal = differenceMap ().at (0.5f);
        const auto plot = mapping.plot.reduced (2);
        int numDiffering = 0, numAll = 0;
        for (int x = static_cast<int> (mapping.xOf (beginSeconds));
             x < static_cast<int> (mapping.xOf (endSeconds)); ++x)
            for (int y = plot.getY (); y < plot.getBottom (); ++y, ++numAll)
            {
                const auto colour = picture.getPixelAt (x, y);
                const int apart = std::abs (colour.getRed () - equal.red) +
                                  std::abs (colour.getGreen () - equal.green) +
                                  std::abs (colour.getBlue () - equal.blue);
                numDiffering += apart > 12 ? 1 : 0;
            }
        REQUIRE (numAll > 10'000);
        return static_cast<double> (numDiffering) / numAll;
    }

    AppRun app;
    double delaySeconds = 0;
};

juce::MouseEvent event (TimelineView& view, juce::Point<float> at, juce::Point<float> from)
{
    const juce::ModifierKeys keys (juce::ModifierKeys::leftButtonModifier |
                                   juce::ModifierKeys::commandModifier);
    const auto now = juce::Time::getCurrentTime ();
    return {juce::Desktop::getInstance ().getMainMouseSource (),
            at,
            keys,
            1,
            0,
            0,
            0,
            0,
            &view,
            &view,
            now,
            from,
            now,
            1,
            at != from};
}

} // namespace

TEST_CASE ("a typed shift makes the difference of a file and its delayed copy flat",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    Pair pair;
    CHECK (pair.differing (1, 5) > 0.05);
    pair.app.keep ("app-shift-none");

    Mouse mouse;
    REQUIRE (mouse.fault ().empty ());
    REQUIRE (mouse.click (pair.field ()));
    for (const auto letter : shiftText (-pair.delaySeconds))
        CHECK (pair.app.press (juce::KeyPress (static_cast<int> (letter), 0, letter)));
    pair.app.press (juce::KeyPress (juce::KeyPress::returnKey));
    CHECK (AppRun::pumpUntil ([&] { return pair.start () != 0; })); // the field posts a message
    CHECK (pair.start () == Approx (-pair.delaySeconds).margin (1e-6));
    CHECK (pair.differing (1, 5) < 0.03); // the lines of the notes are there
    pair.app.keep ("app-shift-difference");

    // the other file's time: the same shift, seen from there
    pair.files ().choose (1);
    pair.combo ("Compare with").setSelectedItemIndex (1, juce::sendNotificationSync);
    CHECK (pair.field ().getText () == shiftText (pair.delaySeconds));
    pair.files ().choose (0);
    pair.combo ("Compare with").setSelectedItemIndex (2, juce::sendNotificationSync);

    REQUIRE (mouse.click (buttonNamed (pair.files (), "No shift")));
    CHECK (pair.start () == 0);
    CHECK (pair.field ().getText () == "0.000");
    CHECK (pair.differing (1, 5) > 0.05);
}

TEST_CASE ("two files are aligned by what is shown of them", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    Pair pair;
    Mouse mouse;
    REQUIRE (mouse.click (buttonNamed (pair.files (), "Align")));
    const auto& rows = pair.files ().chosen ()->overview->rows ();
    CHECK (pair.start () == Approx (-pair.delaySeconds).margin (1 / rows.rowsPerSecond ()));
    pair.app.keep ("app-shift-aligned");

    // nothing to agree with: the shift stays
    const double before = pair.start ();
    WavFields fields;
    fields.rateHz = kPairRateHz;
    pair.open (pair.app.folder ().write ("silence.wav", wav (fields, std::string (64000, '\0'))));
    pair.files ().choose (0);
    pair.combo ("Compare with").setSelectedItemIndex (3, juce::sendNotificationSync);
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (&pair.files ().files ()[2]); }));
    juce::String told;
    pair.files ().onMessage = [&] (const juce::String& text) { told = text; };
    buttonNamed (pair.files (), "Align").onClick ();
    CHECK (told.contains ("silence.wav"));
    CHECK (pair.files ().files ()[2].startSeconds == 0);
    CHECK (pair.start () == before);
}

TEST_CASE ("keys and a drag with Ctrl shift the compared file, and the session keeps it",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    Pair pair;
    auto& view = pair.files ().view ();
    view.grabKeyboardFocus ();
    const auto alt = juce::ModifierKeys::altModifier;
    const auto shift = juce::ModifierKeys::shiftModifier;
    CHECK (pair.app.press (juce::KeyPress (juce::KeyPress::rightKey, alt, 0)));
    CHECK (pair.start () == Approx (0.001));
    CHECK (pair.app.press (juce::KeyPress (juce::KeyPress::leftKey, alt | shift, 0)));
    CHECK (pair.start () == Approx (-0.099));

    const auto from = view.mapping ().plot.getCentre ().toFloat ();
    const auto to = from.translated (100, 0);
    const double perPoint = view.window ().spanSeconds / view.mapping ().plot.getWidth ();
    view.mouseDown (event (view, from, from));
    view.mouseDrag (event (view, to, from));
    view.mouseUp (event (view, to, from));
    const double shifted = pair.start ();
    CHECK (shifted == Approx (-0.099 + 100 * perPoint).margin (1e-5));
    CHECK_FALSE (view.selection ().has_value ());

    // a shift beyond the end stops where the files touch
    find<ShiftBar> (pair.files ()).onShift (1e6);
    CHECK (pair.start () == Approx (6));
    find<ShiftBar> (pair.files ()).onShift (shifted);

    pair.app.crash ();
    pair.app.start ();
    buttonNamed (pair.app.content (), "Open its files again").triggerClick ();
    REQUIRE (AppRun::pumpUntil ([&] { return pair.files ().numOpen () == 2; }));
    CHECK (pair.start () == Approx (shifted).margin (1e-6));
    CHECK (pair.files ().files ()[0].startSeconds == 0);
}
