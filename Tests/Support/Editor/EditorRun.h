// An instrument and its editor, for tests.
#pragma once

#include "Source/Editor/InstrumentEditor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <cstdlib>
#include <memory>

namespace melstrom::testing
{

/** The editor is not on a screen. Messages and timers run only in `pump`. */
struct EditorRun
{
    EditorRun () : made (run.processor.createEditorIfNeeded ())
    {
        REQUIRE (dynamic_cast<InstrumentEditor*> (made.get ()) != nullptr);
        made->setSize (1200, 700);
    }
    InstrumentEditor& editor () { return static_cast<InstrumentEditor&> (*made); }
    PatchAudioParameter& parameter (PatchKey key) { return run.processor.parameters ()[key]; }

    template <typename Control>
    Control& control (PatchKey key)
    {
        for (auto* const one : allOf<Control> (*made))
            if (one->key () == key)
                return *one;
        FAIL ("no control of that key");
        std::abort ();
    }
    static void pump (int milliseconds)
    {
        juce::MessageManager::getInstance ()->runDispatchLoopUntil (milliseconds);
    }
    template <typename Condition>
    static bool pumpUntil (Condition&& isSo)
    {
        for (int wait = 0; wait < 1000 && ! isSo (); ++wait)
            pump (5);
        return isSo ();
    }

    PluginRun run;
    std::unique_ptr<juce::AudioProcessorEditor> made;
};

} // namespace melstrom::testing
