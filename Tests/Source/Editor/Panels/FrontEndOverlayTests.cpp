// All settings of a front end in the editors of both plugins, by mouse and keyboard.
#include "Source/Editor/AnalyzerEditor.h"
#include "Source/Editor/InstrumentEditor.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{

/** A plugin's editor on the screen, with the settings opened through the gear. */
template <typename Processor>
struct OverlayRun
{
    OverlayRun () : window (processor)
    {
        processor.prepareToPlay (48000, 512);
        pumpMessages (50);
    }
    void open (int width, int height)
    {
        editor ().setSize (width, height);
        pumpMessages (50);
        click (titled<juce::Button> ("Settings of the spectrogram"));
        click (titled<juce::Button> ("All settings of the front end"));
        REQUIRE (findOrNull<FrontEndOverlay> (editor ()) != nullptr);
    }
    juce::AudioProcessorEditor& editor () { return window.editor (); }
    FrontEndOverlay& overlay () { return find<FrontEndOverlay> (editor ()); }
    /** A visible control; REQUIREs that it exists. */
    template <typename Control>
    Control& titled (const juce::String& title)
    {
        for (auto* const one : allOf<Control> (editor ()))
            if (one->getTitle () == title && one->isShowing ())
                return *one;
        FAIL ("no control " << title);
        std::abort ();
    }
    FrontEndKeyRow& row (const juce::String& key) { return titled<FrontEndKeyRow> (key); }
    void click (juce::Component& component)
    {
        REQUIRE (mouse.click (component));
        pumpMessages (30);
    }
    void press (int code, juce::juce_wchar letter = 0)
    {
        editor ().getPeer ()->handleKeyPress (juce::KeyPress (code, juce::ModifierKeys (), letter));
        pumpMessages (10);
    }
    /** Types into what has the focus. */
    void type (const char* text)
    {
        for (const char* letter = text; *letter != 0; ++letter)
            press (*letter, static_cast<juce::juce_wchar> (*letter));
    }
    /** Finds the key by the filter, which gets the focus, and types its value. */
    void enter (const char* key, const char* value)
    {
        auto& filter = titled<juce::TextEditor> ("Filter keys");
        click (filter);
        filter.selectAll ();
        type (key);
        pumpMessages (30);
        auto& entry = find<FrontEndEntry> (row (key));
        entry.grabKeyboardFocus (); // scrolls to it
        click (entry);
        entry.selectAll ();
        type (value);
        press (juce::KeyPress::returnKey);
    }
    MelSpec spec () { return frontEndOf (processor.view ())->spec; }

    Host host;
    Processor processor;
    Mouse mouse;
    EditorWindow window;
};

/** Calls `visit` for each control that a user can reach in `parent`. */
template <typename Visit>
void eachControl (juce::Component& parent, const Visit& visit)
{
    for (auto* const child : parent.getChildren ())
    {
        if (! child->isShowing ())
            continue;
        if (dynamic_cast<juce::Button*> (child) != nullptr ||
            dynamic_cast<juce::ComboBox*> (child) != nullptr ||
            dynamic_cast<juce::TextEditor*> (child) != nullptr)
            visit (*child);
        else
            eachControl (*child, visit);
    }
}

/** Names, roles, tooltips and the keyboard. Returns the number of controls. */
int checkControls (juce::Component& parent)
{
    int numControls = 0;
    eachControl (parent,
                 [&] (juce::Component& control)
                 {
                     ++numControls;
                     INFO (control.getTitle () << ", " << control.getName ());
                     auto* const handler = control.getAccessibilityHandler ();
                     REQUIRE (handler != nullptr);
                     CHECK (control.getTitle ().isNotEmpty ());
                     CHECK (handler->getRole () != juce::AccessibilityRole::unspecified);
                     CHECK ((control.getWantsKeyboardFocus () || ! control.isEnabled ()));
                     auto* const tip = dynamic_cast<juce::TooltipClient*> (&control);
                     CHECK ((tip != nullptr && tip->getTooltip ().isNotEmpty ()));
                 });
    return numControls;
}

} // namespace

TEST_CASE ("the instrument's gear opens all settings below the spectrogram; the state keeps them",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    OverlayRun<InstrumentProcessor> run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.open (1200, 700);
    auto& pages = find<Pages> (run.editor ());
    auto& spectrogram = find<SpectrogramPanel> (run.editor ());
    CHECK_FALSE (pages.isShowing ());
    CHECK (spectrogram.isShowing ());
    CHECK_FALSE (spectrogram.getBounds ().intersects (run.overlay ().getBounds ()));
    CHECK (run.titled<juce::TextEditor> ("Filter keys").hasKeyboardFocus (true));

    run.enter ("bands", "96");
    CHECK (run.spec ().numBands == 96);
    CHECK (run.processor.outputTap ().settings ().spec == run.spec ());
    const auto box = [&] { return run.titled<juce::ComboBox> ("Front end").getText (); };
    CHECK (box () == "musical-changed");

    // refused by the spec, and by what a spectrogram can show
    const auto former = run.processor.view ();
    run.enter ("bands", "0");
    CHECK (run.row ("bands").refusal ().contains ("bands = 0: must be"));
    run.enter ("hop_ms", "0.05");
    CHECK (run.row ("hop_ms").refusal ().contains ("levels a minute"));
    CHECK (run.processor.view () == former);
    keepPicture (run.editor (), "front-end-instrument");

    InstrumentProcessor other;
    setState (other, stateOf (run.processor));
    CHECK (other.view ().own == former.own);
    CHECK (other.view ().showsOwn);

    run.press (juce::KeyPress::escapeKey); // restores the value
    run.press (juce::KeyPress::escapeKey); // closes
    pumpMessages (50);
    CHECK (findOrNull<FrontEndOverlay> (run.editor ()) == nullptr);
    CHECK (pages.isShowing ());
}

TEST_CASE ("the analyzer's settings stand beside the spectrogram and follow it",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    OverlayRun<AnalyzerProcessor> run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.open (kLeastWidth, kLeastHeight);
    auto& spectrogram = find<SpectrogramPanel> (run.editor ());
    CHECK (run.editor ().getLocalBounds ().contains (run.overlay ().getBounds ()));
    CHECK_FALSE (spectrogram.getBounds ().intersects (run.overlay ().getBounds ()));
    auto& scroll = find<juce::Viewport> (find<FrontEndKeyList> (run.overlay ()));
    CHECK (scroll.getViewedComponent ()->getHeight () > scroll.getHeight ());
    CHECK (scroll.getHeight () > 200);

    run.enter ("bands", "64");
    CHECK (run.spec ().numBands == 64);
    keepPicture (run.editor (), "front-end-analyzer");

    // what is chosen elsewhere is shown here
    const TemporaryFolder folder;
    spectrogram.loadFrontEnd (
        juce::File (folder.write ("bell.toml", "name = \"bell\"\nbands = 48\n")));
    CHECK (find<FrontEndEntry> (run.row ("bands")).getText () == "48");
    CHECK (find<FrontEndBox> (run.overlay ()).getText () == "bell");

    run.click (run.titled<juce::Button> ("Close"));
    pumpMessages (50);
    CHECK (findOrNull<FrontEndOverlay> (run.editor ()) == nullptr);
    CHECK (spectrogram.getWidth () > kLeastWidth - 40);
}

TEST_CASE ("a screen reader and the keyboard reach each control of all settings",
           "[editor][screen][spectrogram]")
{
    REQUIRE (hasDisplay ());
    OverlayRun<InstrumentProcessor> run;
    if (! run.mouse.fault ().empty ())
        return skipTest (run.mouse.fault ());
    run.open (kLeastWidth, kLeastHeight);
    keepPicture (run.editor (), "front-end-instrument-small");
    const int numKeys = static_cast<int> (specKeys ().size ());
    CHECK (checkControls (run.overlay ()) >= numKeys + 6); // and those above the list, and Close
    CHECK (checkControls (find<SpectrogramPanel> (run.editor ())) >= 12);

    // Tab goes through the keys to Close
    std::vector<juce::Component*> seen;
    bool hasClose = false;
    for (int n = 0; n < 200; ++n)
    {
        auto* const focused = juce::Component::getCurrentlyFocusedComponent ();
        if (focused == nullptr || ! run.overlay ().isParentOf (focused) ||
            std::find (seen.begin (), seen.end (), focused) != seen.end ())
            break;
        hasClose = hasClose || focused->getTitle () == "Close";
        seen.push_back (focused);
        run.press (juce::KeyPress::tabKey);
    }
    CHECK (hasClose);
    CHECK (static_cast<int> (seen.size ()) >= numKeys);
}

} // namespace melstrom::testing
