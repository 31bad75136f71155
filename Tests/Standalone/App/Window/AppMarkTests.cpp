// Marks in the app's window, at usual sizes of it.
#include "Source/Look/Theme.h"
#include "Standalone/App/Marks/MarkCells.h"
#include "Tests/Support/App/FileRun.h"

namespace melstrom::testing
{

namespace
{

/** Long values as they come from a mouse. */
const char* const kMarks = "0.123456\t0.987654\tCommon chiffchaff, a long name\n"
                           "\\\t1234.567890\t7654.321098\n"
                           "1.234567\t1.234567\ta point\n";

/** Texts of shown cells that their column cuts, and what is wrong with them. */
std::vector<std::string> cutNumbers (juce::Component& list)
{
    std::vector<std::string> cut;
    const auto shown = find<juce::TableListBox> (list).getScreenBounds ();
    for (auto* const cell : allOf<MarkCell> (list))
    {
        if (! cell->isShowing () || cell->getTitle ().startsWith ("Label"))
            continue;
        const auto text = cell->getTitle ().fromFirstOccurrenceOf (": ", false, false);
        const int width = juce::Font (Theme::font (Theme::kText)).getStringWidth (text);
        if (width > cell->getWidth () - 2 * Theme::kGap)
            cut.push_back (text.toStdString () + ": column too narrow");
        if (! shown.contains (cell->getScreenBounds ()))
            cut.push_back (text.toStdString () + ": outside of the list");
    }
    return cut;
}

} // namespace

TEST_CASE ("numbers in the list of marks are whole at usual sizes of the window", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const auto size = GENERATE (juce::Point<int> (800, 600), juce::Point<int> (1200, 700),
                                juce::Point<int> (1600, 1000));
    INFO (size.toString ());
    FileRun run;
    run.app.window ().setSize (size.x, size.y);
    REQUIRE (run.opens (run.folder ().write ("a.wav", toneWav (48000, 1, 2 * 48000))));
    run.content ().filesDropped ({juce::String (run.folder ().write ("a.txt", kMarks))}, 10, 10);
    auto& files = run.files ();
    REQUIRE (run.loop.pumpUntil ([&] { return files.chosen ()->marks.size () == 2; }));
    REQUIRE (run.app.press (juce::KeyPress ('l', juce::ModifierKeys (), 'l')));
    run.loop.pumpUntil ([] { return false; }, 0.5);
    auto& list = find<MarkPanel> (files);
    REQUIRE (list.isShowing ());
    CHECK (allOf<MarkCell> (list).size () >= 12);
    CHECK (cutNumbers (list) == std::vector<std::string> ());
    CHECK (files.view ().getWidth () >= 200);
    run.app.keep ("app-marks-" + juce::String (size.x));

    // hours into a file the numbers are longer
    REQUIRE (files.chosen ()->marks.add ({86399.123456, 86399.5, 20.25, 22050.0, "late"}).ok ());
    run.loop.pumpUntil ([] { return false; }, 0.5);
    if (size.x >= 1200) // else the columns scroll
        CHECK (cutNumbers (list) == std::vector<std::string> ());
}

} // namespace melstrom::testing
