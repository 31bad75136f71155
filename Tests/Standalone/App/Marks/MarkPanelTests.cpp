// The panel of marks on a screen, with real keys and the mouse.
#include "Standalone/App/Marks/MarkCells.h"
#include "Tests/Standalone/App/Marks/MarkPanelRig.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{
using juce::KeyPress;
const char* const kFile = MarkPanelRig::kFile;
using PanelRig = MarkPanelRig;
} // namespace

TEST_CASE ("cells of the list of marks are edited by keys; a wrong text keeps the old value",
           "[app][marks][screen]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    REQUIRE (rig.focusList ());
    CHECK (rig.fileLine () == "marks.txt, 3 marks");
    rig.press (KeyPress::downKey);
    CHECK (rig.document.selection () == std::vector<std::size_t> {0});

    rig.press (KeyPress::F2Key); // the begin
    REQUIRE (rig.entry ().isVisible ());
    CHECK (rig.entry ().getText () == "1");
    rig.type ("0,5");
    rig.press (KeyPress::returnKey);
    CHECK (rig.message ().contains ("0.5"));
    CHECK (rig.entry ().isVisible ());
    CHECK (rig.text () == kFile);
    rig.press (KeyPress::escapeKey);
    CHECK_FALSE (rig.entry ().isVisible ());

    rig.press (KeyPress::returnKey);
    rig.type ("0.5");
    rig.press (KeyPress::tabKey); // on to the end
    CHECK (rig.document[0].beginSeconds == 0.5);
    CHECK (rig.message ().isEmpty ());
    REQUIRE (rig.entry ().isVisible ());
    CHECK (rig.entry ().getText () == "2");
    rig.type ("0.25");
    rig.press (KeyPress::returnKey); // before its begin
    CHECK (rig.message ().contains ("0.25"));
    rig.press (KeyPress::escapeKey);
    CHECK (rig.document[0].endSeconds == 2);

    for (int column = 0; column < 4; ++column)
        rig.press (KeyPress::rightKey); // stops at the label
    rig.press (KeyPress::F2Key);
    CHECK (rig.entry ().getTitle () == "Label");
    rig.type ("wren");
    rig.press (KeyPress::returnKey);
    CHECK (rig.text () == "0.5\t2\twren\n\\\t100\t200\n5\t6\ta\n3\t3\tc\n");
    CHECK (rig.fileLine () == juce::String::charToString (0x25CF) + " marks.txt, 3 marks");
    keepPicture (rig.panel, "marks-panel");

    rig.press ('z', juce::ModifierKeys::commandModifier);
    rig.press ('z', juce::ModifierKeys::commandModifier);
    CHECK (rig.text () == kFile);
    CHECK (rig.fileLine () == "marks.txt, 3 marks");
}

TEST_CASE ("keys sort, choose, show and remove marks; the selection is the document's",
           "[app][marks][screen]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    std::vector<std::string> shown;
    rig.panel.onShow = [&] (const Mark& mark) { shown.push_back (mark.label); };
    REQUIRE (rig.focusList ());
    using Selection = std::vector<std::size_t>;

    rig.press ('s'); // by begin: marks 0, 2, 1
    rig.press (KeyPress::homeKey);
    CHECK (rig.document.selection () == Selection {0});
    rig.press (KeyPress::downKey);
    CHECK (rig.document.selection () == Selection {2});
    rig.press (KeyPress::downKey, juce::ModifierKeys::shiftModifier);
    CHECK (rig.document.selection () == Selection {1, 2});
    rig.press ('s'); // falling: 1, 2, 0
    CHECK (rig.document.selection () == Selection {1, 2});
    rig.press (KeyPress::endKey);
    CHECK (rig.document.selection () == Selection {0});
    rig.press (KeyPress::leftKey); // the number
    rig.press (KeyPress::returnKey);
    CHECK (shown == std::vector<std::string> {"b"});

    rig.document.select ({1}); // as a click in the timeline does
    auto& table = find<juce::TableListBox> (rig.panel);
    CHECK (table.getNumSelectedRows () == 1);
    CHECK (table.isRowSelected (0));
    rig.press (KeyPress::deleteKey);
    CHECK (rig.text () == "1\t2\tb\n\\\t100\t200\n3\t3\tc\n");
    CHECK (table.getNumSelectedRows () == 0);
}

TEST_CASE ("M marks the selection or the cursor with the last label, and Ctrl+S saves",
           "[app][marks][screen]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    std::optional<TimelineSelection> selection;
    std::optional<double> cursor;
    int numNew = 0;
    rig.panel.selectionNow = [&] { return selection; };
    rig.panel.cursorNow = [&] { return cursor; };
    rig.panel.onNew = [&] { ++numNew; };
    REQUIRE (rig.focusList ());

    rig.press ('m');
    CHECK (rig.message ().isNotEmpty ()); // nothing to mark
    CHECK (rig.document.size () == 3);
    REQUIRE (rig.document.rename (1, "wren").ok ());
    selection = {7, 8.5, 1000, 2000};
    cursor = 9;
    rig.press ('m');
    REQUIRE (rig.document.size () == 4);
    CHECK (rig.document[3] == Mark {7, 8.5, 1000.0, 2000.0, "wren"});
    CHECK (rig.document.selection () == std::vector<std::size_t> {3});
    CHECK (rig.message ().isEmpty ());
    selection.reset ();
    rig.press ('m');
    CHECK (rig.document[4] == Mark {9, 9, {}, {}, "wren"});
    CHECK (numNew == 2);

    rig.press ('s', juce::ModifierKeys::commandModifier);
    CHECK (bytesOfFile (rig.path) == "1\t2\tb\n\\\t100\t200\n5\t6\twren\n3\t3\tc\n7\t8.5\twren\n"
                                     "\\\t1000\t2000\n9\t9\twren\n");
    CHECK (rig.fileLine () == "marks.txt, 5 marks");
    rig.prompts->chosen = rig.folder.file ("b.csv");
    rig.press ('s', juce::ModifierKeys::commandModifier | juce::ModifierKeys::shiftModifier);
    CHECK (rig.fileLine () == "b.csv, 5 marks");
    rig.prompts->chosen = rig.path;
    rig.press ('o', juce::ModifierKeys::commandModifier);
    CHECK (rig.fileLine () == "marks.txt, 5 marks");
}

TEST_CASE ("each control of the panel of marks has a name, a tooltip and the keyboard",
           "[app][marks][screen]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    const auto buttons = allOf<juce::Button> (rig.panel);
    CHECK (buttons.size () == 9);
    for (auto* const button : buttons)
    {
        INFO (button->getButtonText ());
        CHECK (button->getTitle ().isNotEmpty ());
        CHECK (button->getTooltip ().isNotEmpty ());
        CHECK ((button->getWantsKeyboardFocus () || ! button->isEnabled ())); // as JUCE answers
        CHECK ((! button->isVisible () ||
                rig.panel.getLocalBounds ().contains (button->getBounds ())));
    }
    auto& table = find<juce::TableListBox> (rig.panel);
    CHECK (table.getTitle ().isNotEmpty ());
}

TEST_CASE ("a screen reader gets the names of rows and cells of the list of marks",
           "[app][marks][screen]")
{
    REQUIRE (hasDisplay ());
    PanelRig rig;
    const auto titlesOf = [&] (juce::AccessibilityRole role)
    {
        std::vector<juce::String> titles;
        for (auto* const cell : allOf<MarkCell> (rig.panel))
            for (auto* const part :
                 {static_cast<juce::Component*> (cell), cell->getParentComponent ()})
                if (auto* const handler = part->getAccessibilityHandler ();
                    handler != nullptr && handler->getRole () == role &&
                    (titles.empty () || titles.back () != handler->getTitle ()))
                    titles.push_back (handler->getTitle ());
        return titles;
    };
    using juce::AccessibilityRole;
    CHECK (titlesOf (AccessibilityRole::row) ==
           std::vector<juce::String> {"Mark 1: 1 to 2 s, 100 to 200 Hz, b", "Mark 2: 5 to 6 s, a",
                                      "Mark 3: 3 s, c"});
    const auto cells = titlesOf (AccessibilityRole::cell);
    REQUIRE (cells.size () == 18);
    CHECK (std::vector (cells.begin (), cells.begin () + 6) ==
           std::vector<juce::String> {"Number: 1", "Begin, s: 1", "End, s: 2", "Low, Hz: 100",
                                      "High, Hz: 200", "Label: b"});
    CHECK (cells[9] == "Low, Hz: none");

    REQUIRE (rig.document.rename (1, "wren").ok ());
    pumpMessages (30);
    CHECK (titlesOf (AccessibilityRole::cell)[11] == "Label: wren");
}

} // namespace melstrom::testing
