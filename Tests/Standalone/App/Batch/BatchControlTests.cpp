// The controls of the batch page: names, keys, drops, sorting.
#include "Tests/Standalone/App/Batch/BatchPageRun.h"

#include <set>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("every control of the batch page is named, explained and reached by Tab", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    std::set<juce::Component*> controls;
    for (auto* const button : allOf<juce::Button> (run.page))
        if (button->isShowing () && button->isEnabled ())
            controls.insert (button);
    for (auto* const box : allOf<juce::ComboBox> (run.page))
        controls.insert (box);
    for (auto* const text : allOf<juce::TextEditor> (run.page))
        controls.insert (text);
    controls.insert (&find<BatchReportView> (run.page));
    controls.insert (&find<BatchProblemTable> (run.page));
    CHECK (controls.size () >= 18);
    for (auto* const control : controls)
    {
        auto* const explained = dynamic_cast<juce::TooltipClient*> (control);
        INFO (control->getTitle ());
        CHECK (control->getTitle ().isNotEmpty ());
        REQUIRE (explained != nullptr);
        CHECK (explained->getTooltip ().isNotEmpty ());
    }
    run.takeFocus (run.page);
    for (int press = 0; press < 60; ++press)
    {
        run.press (juce::KeyPress::tabKey, 0);
        for (auto* at = juce::Component::getCurrentlyFocusedComponent (); at != nullptr;
             at = at->getParentComponent ())
            controls.erase (at);
    }
    for (auto* const missed : controls)
        FAIL_CHECK ("Tab misses " << missed->getTitle ());
}

TEST_CASE ("the shortcuts of the batch page work in its text fields, too", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    run.takeFocus (find<juce::TextEditor> (run.page));
    REQUIRE (run.press ('d', juce::ModifierKeys::commandModifier));
    pumpMessages (100);
    run.waitForEnd ();
    CHECK (contains (run.report (), "Dry run: nothing was written."));
    REQUIRE (run.press (juce::KeyPress::returnKey, juce::ModifierKeys::commandModifier));
    pumpMessages (100);
    run.waitForEnd ();
    CHECK (contains (run.report (), "2 are in, 1 failed"));
    CHECK (run.page.state () == run.state ());
}

TEST_CASE ("folders, a preset and the dataset's folder are dropped on the page", "[app][batch]")
{
    REQUIRE (hasDisplay ());
    PageRun run;
    int numChanges = 0;
    run.page.show ({});
    run.page.onStateChange = [&numChanges] { ++numChanges; };
    auto& form = find<BatchForm> (run.page);
    form.filesDropped ({"/music", "/mine.toml", "/a.wav"}, 40, 40);
    CHECK (run.page.state ().inputs == juce::StringArray {"/music", "/a.wav"});
    CHECK (run.page.state ().preset == "/mine.toml");
    CHECK (numChanges > 0);
    const auto& output = *allOf<juce::TextEditor> (form).at (1);
    REQUIRE (output.getTitle () == "Dataset folder");
    form.filesDropped ({"/made"}, output.getBounds ().getCentreX (),
                       output.getBounds ().getCentreY ());
    CHECK (run.page.state ().outputFolder == "/made");
    settleMessages ();
    const auto command = find<BatchCommandStrip> (run.page).command ().toStdString ();
    CHECK (contains (command, "melstrom --batch /music /a.wav --out /made --preset /mine.toml"));
}

TEST_CASE ("problems are sorted by their headings, and copied", "[app][batch]")
{
    const Host host;
    const juce::SharedResourcePointer<MelstromLook> look;
    BatchProblemTable table;
    table.setSize (600, 300);
    table.show ({{BatchProblemKind::warning, "b", "two", ""},
                 {BatchProblemKind::failure, "c", "one", "again"},
                 {BatchProblemKind::failure, "a", "three", ""}});
    CHECK (table.text () == "Kind\tFile\tReason\tWhat to do\nWarning\tb\ttwo\t\n"
                            "Failed\tc\tone\tagain\nFailed\ta\tthree\t\n");
    table.getHeader ().setSortColumnId (2, true);
    pumpMessages (50);
    CHECK (table.text ().fromFirstOccurrenceOf ("\n", false, false) ==
           "Failed\ta\tthree\t\nWarning\tb\ttwo\t\nFailed\tc\tone\tagain\n");
    table.selectRow (1);
    CHECK (table.text () == "Kind\tFile\tReason\tWhat to do\nWarning\tb\ttwo\t\n");
    REQUIRE (hasDisplay ());
    table.addToDesktop (0);
    table.setVisible (true);
    pumpMessages (50);
    auto* const row = table.getComponentForRowNumber (1);
    REQUIRE (row != nullptr);
    REQUIRE (row->getAccessibilityHandler () != nullptr);
    CHECK (row->getAccessibilityHandler ()->getTitle () == "Warning: b, two");
}
