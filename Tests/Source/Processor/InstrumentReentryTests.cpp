// A host that calls back during a notification of an instrument.
#include "Source/Editor/Bars/EngineMenu.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Plugin/ProgramRuns.h"

#include <utility>

namespace melstrom::testing
{

TEST_CASE ("a host may restore a state while it is told of a step back", "[plugin][threads]")
{
    /** Restores the state once, at the first notification. */
    struct Restoring final : juce::AudioProcessorListener
    {
        explicit Restoring (const std::vector<char>& bytes) : state (bytes) {}
        void audioProcessorParameterChanged (juce::AudioProcessor* processor, int, float) override
        {
            if (std::exchange (isArmed, false))
                setState (*processor, state);
        }
        void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override {}
        const std::vector<char>& state;
        bool isArmed = false;
    };
    const auto state = stateOfProgram (4);
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 64);
    Restoring host (state);
    run.processor.addListener (&host);
    SECTION ("of a patch")
    {
        run.processor.loadPatch (factoryPatch (2));
        run.processor.loadPatch (factoryPatch (9));
        host.isArmed = true;
        run.processor.undo ().undo ();
    }
    SECTION ("of a parameter")
    {
        auto& cutoff = run.processor.parameters ()[PatchKey::filterCutoff];
        cutoff.beginChangeGesture ();
        cutoff.setValueNotifyingHost (0.25f);
        cutoff.endChangeGesture ();
        host.isArmed = true;
        run.processor.undo ().undo ();
    }
    CHECK_FALSE (host.isArmed);
    pump (100);
    CHECK_FALSE (run.processor.undo ().canUndo ()); // undo steps of the former state are gone
    CHECK_FALSE (run.processor.undo ().canRedo ());
    run.processor.removeListener (&host);
}

TEST_CASE ("a host may close the editor while it is told of an engine chosen there",
           "[plugin][threads]")
{
    /** Closes the editor at the first notification. */
    struct Closing final : juce::AudioProcessorListener
    {
        void audioProcessorParameterChanged (juce::AudioProcessor*, int, float) override {}
        void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override
        {
            editor.reset ();
        }
        std::unique_ptr<juce::AudioProcessorEditor> editor;
    };
    PluginRun run;
    Closing host;
    run.processor.prepareToPlay (kRateHz, 64);
    host.editor.reset (run.processor.createEditorIfNeeded ());
    REQUIRE (host.editor != nullptr);
    auto* const button = findOrNull<EngineMenu> (*host.editor);
    REQUIRE (button != nullptr);
    run.processor.addListener (&host);
    const auto menu = button->menu ();
    int numChosen = 0;
    for (juce::PopupMenu::MenuItemIterator items (menu); items.next ();)
        if (const auto& item = items.getItem ();
            item.action != nullptr && ! item.isTicked && host.editor != nullptr)
        {
            item.action ();
            ++numChosen;
        }
    CHECK (numChosen == 1);
    CHECK (host.editor == nullptr);
    CHECK (run.processor.backend () == BackendChoice::Kind::automatic);
    run.processor.removeListener (&host);
}

} // namespace melstrom::testing
