// An instrument in a window on the screen, with a mouse, for tests.
#pragma once

#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/TemporaryFolder.h"

namespace melstrom::testing
{

/** The user's patches are in a private, empty folder. The sound is Init. */
struct ScreenRun
{
    ScreenRun () : window (withInit (processor)) { pumpMessages (50); }

    /** Blocks of 480 samples at 48 kHz on the CPU, as a host without a transport requests them. */
    std::vector<float> play (int numSamples,
                             const std::vector<std::pair<int, juce::MidiMessage>>& messages = {})
    {
        if (! isPrepared_)
        {
            processor.setEngine (BackendChoice::Kind::cpu, LatencyMode::safe);
            processor.setNonRealtime (true);
            processor.prepareToPlay (kRateHz, 480);
            isPrepared_ = true;
        }
        return playThrough (processor, messages, numSamples, 480);
    }

    InstrumentEditor& editor () { return dynamic_cast<InstrumentEditor&> (window.editor ()); }
    PatchAudioParameter& parameter (PatchKey key) { return processor.parameters ()[key]; }

    /** The visible button with this text or title. REQUIREs that it exists. */
    juce::Button& button (const juce::String& text)
    {
        for (auto* const each : allOf<juce::Button> (editor ()))
            if (each->isShowing () && (each->getButtonText () == text || each->getTitle () == text))
                return *each;
        FAIL ("no button " << text);
        std::abort ();
    }
    void click (juce::Component& component)
    {
        REQUIRE (mouse.click (component));
        settle ();
    }
    /** Processes pending messages and refreshes the editor, so that controls show current
        values. */
    void settle ()
    {
        pumpMessages (20);
        editor ().refresh ();
    }
    /** Waits for the condition, 5 s at most: the instrument's own timer reports patches. */
    template <typename Condition>
    static bool waitFor (Condition&& isSo)
    {
        for (int wait = 0; wait < 500 && ! isSo (); ++wait)
            pumpMessages (10);
        return isSo ();
    }
    void click (const juce::String& text) { click (button (text)); }
    /** Clicks the item with this text in an open menu and waits until the menu has closed. REQUIREs
        that it exists. */
    void clickItem (const juce::String& text)
    {
        REQUIRE (waitFor ([&] { return menuItem (text) != nullptr; }));
        pumpMessages (300); // JUCE would take an earlier click for the one that opened the menu
        click (*menuItem (text));
        REQUIRE (waitFor ([&] { return menuItem (text) == nullptr; }));
        settle ();
    }
    /** Null: no open menu has the item. */
    static juce::Component* menuItem (const juce::String& text)
    {
        auto& desktop = juce::Desktop::getInstance ();
        for (int i = desktop.getNumComponents (); --i >= 0;)
            if (auto& menu = *desktop.getComponent (i); menu.getName () == "menu")
                for (auto* const item : allOf<juce::Component> (menu))
                    if (auto* const handler = item->getAccessibilityHandler ();
                        handler != nullptr && handler->getTitle () == text)
                        return item;
        return nullptr;
    }
    /** The visible control of that type. REQUIREs that it exists. */
    template <typename Control>
    Control& control (PatchKey key)
    {
        for (auto* const one : allOf<Control> (editor ()))
            if (one->key () == key && one->isShowing ())
                return *one;
        FAIL ("no control of that key is on the screen");
        std::abort ();
    }

    const TemporaryFolder folder;
    const EnvironmentVariable patches {"MELSTROM_PATCHES", folder.path ().c_str ()};
    Host host;
    Mouse mouse;
    InstrumentProcessor processor;
    EditorWindow window;

private:
    bool isPrepared_ = false;
};

} // namespace melstrom::testing
