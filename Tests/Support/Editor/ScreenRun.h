// An instrument in a window of the screen, and a hand at the mouse, for tests.
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

/** The user's patches are in a folder of its own, which is empty. Init sounds. */
struct ScreenRun
{
    ScreenRun () : window (withInit (processor)) { pumpMessages (50); }

    /** Blocks of 480 samples at 48 kHz by the CPU, as a host without a transport asks for them. */
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

    /** The button of this text, or title, which can be seen. REQUIREs that it is there. */
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
    /** What was asked for has happened, and controls show values as they are. */
    void settle ()
    {
        pumpMessages (20);
        editor ().refresh ();
    }
    /** Until it is so, 5 s at most: the instrument's own timer tells of patches. */
    template <typename Condition>
    static bool waitFor (Condition&& isSo)
    {
        for (int wait = 0; wait < 500 && ! isSo (); ++wait)
            pumpMessages (10);
        return isSo ();
    }
    void click (const juce::String& text) { click (button (text)); }
    /** By its text in a menu that is open, until that menu is gone. REQUIREs that it is there. */
    void clickItem (const juce::String& text)
    {
        REQUIRE (waitFor ([&] { return menuItem (text) != nullptr; }));
        pumpMessages (300); // JUCE takes a click that comes sooner for the one that opened the menu
        click (*menuItem (text));
        REQUIRE (waitFor ([&] { return menuItem (text) == nullptr; }));
        settle ();
    }
    /** Null: no menu that is open has it. */
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
    /** The one that the user sees. REQUIREs that it is there. */
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
