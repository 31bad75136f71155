// The patch browser, controlled by the keyboard.
#include "Source/Editor/Browser/BrowserPanel.h"
#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Plugin/PluginRuns.h"

namespace melstrom::testing
{

namespace
{
/** The instrument's own window with its browser open and ready for typing. */
class BrowserWindow
{
public:
    BrowserWindow () : window (withInit (processor)) // Init is not in the list
    {
        pumpMessages (50);
        editor ().openBrowser ();
        pumpMessages (50);
        REQUIRE (search ().hasKeyboardFocus (false));
    }
    InstrumentEditor& editor () { return dynamic_cast<InstrumentEditor&> (window.editor ()); }
    SearchField& search () { return find<SearchField> (editor ()); }
    PatchList& list () { return find<PatchList> (editor ()); }
    /** Types the text and returns the names of the patches found. */
    std::vector<std::string> type (const std::string& text)
    {
        search ().setText (text);
        pumpMessages (20);
        std::vector<std::string> names;
        for (const auto index : processor.patches ().find ({.text = text}))
            names.push_back (processor.patches ().all ()[index].patch.name);
        return names;
    }

    Host host;
    InstrumentProcessor processor;
    EditorWindow window;
};
} // namespace

TEST_CASE ("the computer's keys play again once the browser is closed", "[editor]")
{
    BrowserWindow browser;
    REQUIRE (browser.window.press (juce::KeyPress::escapeKey));
    pumpMessages (50);
    REQUIRE (findOrNull<BrowserPanel> (browser.editor ()) == nullptr);
    CHECK (find<PianoKeys> (browser.editor ()).hasKeyboardFocus (false));
}

TEST_CASE ("from the search the down key goes into the list and return loads", "[editor]")
{
    BrowserWindow browser;
    const auto names = browser.type ("a");
    REQUIRE (names.size () > 2);
    REQUIRE_FALSE (browser.list ().chosen ());
    REQUIRE (browser.window.press (juce::KeyPress::downKey));
    CHECK (browser.list ().hasKeyboardFocus (false));
    CHECK (browser.list ().getSelectedRow () == 0);
    REQUIRE (browser.window.press (juce::KeyPress::downKey));
    REQUIRE (browser.window.press (juce::KeyPress::returnKey));
    CHECK (browser.processor.patch ().name == names[1]);
    browser.search ().grabKeyboardFocus ();
    REQUIRE (browser.window.press (juce::KeyPress::downKey));
    CHECK (browser.list ().getSelectedRow () == 2);
}

TEST_CASE ("the down key stays in the search where nothing is found", "[editor]")
{
    BrowserWindow browser;
    REQUIRE (browser.type ("no patch is called that").empty ());
    REQUIRE (browser.window.press (juce::KeyPress::downKey));
    CHECK (browser.search ().hasKeyboardFocus (false));
}

TEST_CASE ("return in the search loads the first that is found and does so once", "[editor]")
{
    const bool loadsAsChosen = GENERATE (false, true);
    BrowserWindow browser;
    find<juce::ToggleButton> (find<BrowserPanel> (browser.editor ()))
        .setToggleState (loadsAsChosen, juce::dontSendNotification);
    const auto names = browser.type ("a");
    REQUIRE (browser.window.press (juce::KeyPress::returnKey));
    pumpMessages (20);
    CHECK (browser.processor.patch ().name == names.at (0));
    REQUIRE (browser.processor.undo ().undo ());
    CHECK_FALSE (browser.processor.undo ().canUndo ());
}

} // namespace melstrom::testing
