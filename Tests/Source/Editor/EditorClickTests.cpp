// Every button of the editors, clicked by the mouse on the screen.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/AnalyzerEditor.h"
#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <map>
#include <set>

namespace melstrom::testing
{

namespace
{
using Titles = std::set<std::string>;
using Button = juce::Component::SafePointer<juce::Button>;

/** All buttons that are visible, enabled and not covered by a component of the window. Depth
    first. */
std::vector<Button> clickable (juce::Component& window, juce::Component& within)
{
    std::vector<Button> found;
    for (auto* const child : within.getChildren ())
    {
        if (! child->isVisible ())
            continue;
        auto* const button = dynamic_cast<juce::Button*> (child);
        if (button == nullptr)
            for (const auto& deeper : clickable (window, *child))
                found.push_back (deeper);
        else if (button->isEnabled () &&
                 window.getComponentAt (window.getLocalPoint (
                     button, button->getLocalBounds ().getCentre ())) == button)
            found.emplace_back (button);
    }
    return found;
}

std::vector<Button> clickable (juce::Component& window)
{
    return clickable (window, window);
}

/** Buttons that leave the window: one starts a different program, one opens a dialogue that waits
    for an answer. */
bool opensElsewhere (const juce::Button& button)
{
    return button.getButtonText () == "Open folder" || button.getButtonText () == "Load...";
}

/** Exactly one button is lit in every visible radio group. Returns the number of groups. */
int checkRadioGroups (juce::Component& window)
{
    std::map<std::pair<juce::Component*, int>, int> numLit;
    for (const auto& button : clickable (window))
        if (button->getRadioGroupId () != 0)
            numLit[{button->getParentComponent (), button->getRadioGroupId ()}] +=
                button->getToggleState () ? 1 : 0;
    for (const auto& group : numLit)
        CHECK (group.second == 1);
    return static_cast<int> (numLit.size ());
}

std::vector<Button> tabsOf (Pages& pages)
{
    std::vector<Button> tabs;
    for (auto* const child : pages.getChildren ())
        if (auto* const button = dynamic_cast<juce::TextButton*> (child))
            tabs.emplace_back (button);
    return tabs;
}

Titles panelsSeen (Pages& pages)
{
    Titles titles;
    for (auto* const child : pages.getChildren ())
        if (child->isShowing () && dynamic_cast<juce::TextButton*> (child) == nullptr)
            titles.insert (child->getTitle ().toStdString ());
    return titles;
}

/** An editor in a window on the screen, with a mouse. */
struct ClickRig
{
    explicit ClickRig (juce::AudioProcessor& processor) : window (processor) { pumpMessages (50); }

    juce::AudioProcessorEditor& editor () { return window.editor (); }
    /** Clicks the button, closes a menu that opens, and processes messages. */
    void click (juce::Button& button)
    {
        INFO ("button " << button.getName () << ", " << button.getButtonText ());
        REQUIRE (mouse.click (button));
        pumpMessages (20);
        juce::PopupMenu::dismissAllActiveMenus ();
        juce::ModalComponentManager::getInstance ()->cancelAllModalComponents (); // a list of files
        pumpMessages (20);
    }
    /** Clicks every present button once. Returns their number. */
    int clickAll (juce::Component& within)
    {
        int numClicked = 0;
        for (const auto& button : clickable (editor (), within))
            if (button != nullptr && button->isShowing () && button->isEnabled () &&
                ! opensElsewhere (*button))
            {
                click (*button);
                ++numClicked;
                (void)checkRadioGroups (editor ());
                afterEach ();
            }
        return numClicked;
    }

    Mouse mouse;
    EditorWindow window;
    std::function<void ()> afterEach = [] {}; ///< called by clickAll after each click
};
} // namespace

TEST_CASE ("a click on a page's tab lights that tab alone and shows that page alone",
           "[editor][screen]")
{
    const std::vector<Titles> wide {
        {"Oscillator 1", "Oscillator 2", "Noise", "Filter", "Amplitude Envelope"},
        {"Modulation Envelope", "Pitch Envelope", "LFO 1", "LFO 2", "Matrix"},
        {"Clip", "EQ", "Chorus", "Delay", "Reverb", "Output"},
        {"Patch", "Chord", "Scale", "About this patch"}};
    const std::vector<Titles> narrow {
        {"Oscillator 1", "Oscillator 2", "Noise"},
        {"Filter", "Amplitude Envelope", "Modulation Envelope", "Pitch Envelope"},
        {"LFO 1", "LFO 2", "Matrix"},
        {"Clip", "EQ", "Chorus", "Delay", "Reverb", "Output"},
        {"Patch", "Chord", "Scale"}};
    Host host;
    InstrumentProcessor processor;
    ClickRig rig (processor);
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    for (const auto& [width, expected] : {std::pair (1200, wide), std::pair (960, narrow)})
    {
        rig.editor ().setSize (width, 700);
        pumpMessages (50);
        auto& pages = find<Pages> (rig.editor ());
        const auto tabs = tabsOf (pages);
        REQUIRE (tabs.size () == expected.size ());
        const int numPages = static_cast<int> (tabs.size ());
        // From every page to every page.
        for (int step = 0; step < numPages; ++step)
            for (int from = 0; from < numPages; ++from)
                for (const int page : {from, (from + step) % numPages})
                {
                    INFO (width << " wide, page " << page << " after " << from);
                    const auto index = static_cast<std::size_t> (page);
                    rig.click (*tabs[index]);
                    for (std::size_t tab = 0; tab < tabs.size (); ++tab)
                        CHECK (tabs[tab]->getToggleState () == (tab == index));
                    CHECK (pages.page () == page);
                    CHECK (panelsSeen (pages) == expected[index]);
                }
        CHECK (checkRadioGroups (rig.editor ()) == 1);
        keepPicture (rig.editor (), "clicked-" + juce::String (width));
    }
}

TEST_CASE ("every button of the instrument's editor may be clicked", "[editor][screen]")
{
    const TemporaryFolder folder;
    const EnvironmentVariable patches ("MELSTROM_PATCHES", folder.path ().c_str ());
    Host host;
    InstrumentProcessor processor;
    ClickRig rig (processor);
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    auto& editor = dynamic_cast<InstrumentEditor&> (rig.editor ());
    int numClicked = 0;
    for (int page = 0; page < find<Pages> (editor).numPages (); ++page)
    {
        rig.afterEach = [&editor, page]
        {
            editor.closeOverlay ();
            editor.showPage (page);
        };
        rig.afterEach ();
        pumpMessages (20);
        numClicked += rig.clickAll (editor);
    }
    CHECK (numClicked >= 40);
    processor.loadPatch (
        *findPatch ("Aurora")); // the browser opens with it selected, so that it can be loaded

    const std::vector<std::pair<std::function<void ()>, int>> overlays {
        {[&] { editor.openBrowser (); }, 3},
        {[&] { editor.openSaveAs (); }, 2},
        {[&] { editor.openDrawing (0); }, 7},
        {[&] { editor.openFrontEnd (); }, 3}};
    for (const auto& [open, leastButtons] : overlays)
    {
        open ();
        pumpMessages (20);
        REQUIRE (findOrNull<OverlayPanel> (editor) != nullptr);
        int numInside = 0;
        // A button that closes the panel leaves the other buttons for the next pass.
        for (std::size_t place = 0;; ++place)
        {
            if (findOrNull<OverlayPanel> (editor) == nullptr)
                open ();
            pumpMessages (20);
            auto& panel = find<OverlayPanel> (editor);
            const auto buttons = clickable (editor, panel);
            if (place >= buttons.size ())
                break;
            if (opensElsewhere (*buttons[place]))
                continue;
            rig.click (*buttons[place]);
            ++numInside;
        }
        CHECK (numInside >= leastButtons);
        editor.closeOverlay ();
    }
    CHECK (checkRadioGroups (editor) == 1);
}

TEST_CASE ("every button of the analyzer's editor may be clicked", "[editor][screen]")
{
    Host host;
    AnalyzerProcessor processor;
    ClickRig rig (processor);
    if (! rig.mouse.fault ().empty ())
        return skipTest (rig.mouse.fault ());
    auto& editor = dynamic_cast<AnalyzerEditor&> (rig.editor ());
    rig.afterEach = [&editor] { editor.closeFrontEnd (); };
    CHECK (rig.clickAll (rig.editor ()) == 3); // gear, health, engine
    // and lines at C, freeze, peaks, export, save, all settings; the gear closes them
    CHECK (rig.clickAll (rig.editor ()) == 9);
    CHECK (rig.clickAll (rig.editor ()) == 3);
}

} // namespace melstrom::testing
