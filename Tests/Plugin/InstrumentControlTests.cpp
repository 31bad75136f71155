// States, patches, programs and engines while the host's thread and the message thread both change them.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Editor/EngineMenu.h"
#include "Source/State/PluginState.h"
#include "Tests/Plugin/FindComponent.h"
#include "Tests/Plugin/PluginRuns.h"
#include "Tests/Support/Catch.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
const Patch& factoryPatch (int index)
{
    return factoryLibrary ().patches.at (static_cast<std::size_t> (index));
}

std::vector<char> stateOfProgram (int index)
{
    PluginRun run;
    run.processor.loadPatch (factoryPatch (index));
    return stateOf (run.processor);
}

/** Runs `hosts` on a thread of its own, and `messages` again and again between the messages of this one until `hosts`
    returns. */
template <typename Hosts, typename Messages>
void besideEachOther (Hosts&& hosts, Messages&& messages)
{
    std::atomic<bool> isDone {false};
    std::thread host (
        [&]
        {
            hosts ();
            isDone = true;
        });
    while (! isDone)
    {
        messages ();
        juce::MessageManager::getInstance ()->runDispatchLoopUntil (1);
    }
    host.join ();
}

void pump (int milliseconds)
{
    juce::MessageManager::getInstance ()->runDispatchLoopUntil (milliseconds);
}
} // namespace

TEST_CASE ("what is saved is one patch as a whole, whoever loads which", "[plugin][threads]")
{
    constexpr int kHosts = 3, kHostsOther = 9, kScreens = 5, kNumRounds = 300;
    const auto one = stateOfProgram (kHosts), other = stateOfProgram (kHostsOther);
    PluginRun run;
    run.processor.loadPatch (factoryPatch (kScreens));
    int numTorn = 0, numOwn = 0;
    besideEachOther (
        [&]
        {
            for (int round = 0; round < kNumRounds; ++round)
            {
                setState (run.processor, round % 2 == 0 ? one : other);
                const auto bytes = stateOf (run.processor);
                const auto saved = stateFromBytes (
                    std::as_bytes (std::span<const char> (bytes.data (), bytes.size ())));
                if (! saved)
                {
                    ++numTorn;
                    continue;
                }
                const auto* const named = findByName (factoryLibrary ().patches, saved->patch.name);
                numTorn += named == nullptr || named->values != saved->patch.values ? 1 : 0;
                numOwn += saved->patch.name != factoryPatch (kScreens).name ? 1 : 0;
            }
        },
        [&]
        {
            run.processor.loadPatch (factoryPatch (kScreens));
            run.processor.undo ().undo ();
        });
    CHECK (numTorn == 0);
    CHECK (numOwn > 0);
}

TEST_CASE ("the engine that plays has the rate that was prepared last", "[plugin][threads]")
{
    PluginRun run;
    int numOther = 0, round = 0;
    besideEachOther (
        [&]
        {
            for (int time = 0; time < 200; ++time)
            {
                const double rateHz = std::vector<double> {44100, 48000, 96000}.at (
                    static_cast<std::size_t> (time % 3));
                run.processor.prepareToPlay (rateHz, 64 << time % 3);
                numOther += run.processor.health ().sampleRateHz != rateHz ? 1 : 0;
                (void)run.play (256);
                numOther += run.processor.health ().sampleRateHz != rateHz ? 1 : 0;
            }
        },
        [&]
        {
            run.processor.setEngine (BackendChoice::Kind::cpu,
                                     ++round % 2 == 0 ? LatencyMode::safe : LatencyMode::direct);
            run.processor.loadPatch (factoryPatch (round % 30));
        });
    CHECK (numOther == 0);
    CHECK (round > 5);
    run.processor.prepareToPlay (kRateHz, 512);
    run.processor.loadPatch (factoryPatch (1));
    CHECK (peakOf (run.play ({{0, noteOn (60)}}, 48000, 512)) > kHeard);
}

TEST_CASE ("a program that was asked for does not replace a state that came after it",
           "[plugin][threads]")
{
    constexpr int kProgram = 8, kState = 4;
    const auto state = stateOfProgram (kState);
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 256); // ticks from now on
    int numLost = 0;
    besideEachOther (
        [&]
        {
            for (int round = 0; round < 60; ++round)
            {
                run.processor.setCurrentProgram (kProgram);
                std::this_thread::sleep_for (std::chrono::milliseconds (round % 40));
                setState (run.processor, state);
                std::this_thread::sleep_for (std::chrono::milliseconds (40)); // more than a tick
                numLost += run.processor.patch ().name != factoryPatch (kState).name ? 1 : 0;
            }
        },
        [] {});
    CHECK (numLost == 0);
    // Without a state after it the program comes.
    std::thread ([&] { run.processor.setCurrentProgram (0); }).join (); // taken as an echo
    std::thread ([&] { run.processor.setCurrentProgram (kProgram); }).join ();
    pump (200);
    CHECK (run.processor.patch () == factoryPatch (kProgram));
    CHECK (run.processor.getCurrentProgram () == kProgram);
    REQUIRE (run.processor.undo ().canUndo ()); // a step like any patch that is loaded
    run.processor.undo ().undo ();
    CHECK (run.processor.patch ().name == factoryPatch (kState).name);
}

TEST_CASE ("a host may reset an instrument beside its audio", "[plugin][threads]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 64);
    std::atomic<bool> isDone {false}, isFinite {true};
    std::thread audio (
        [&]
        {
            while (! isDone)
                if (! std::isfinite (peakOf (run.play ({{0, noteOn (60)}}, 640, 64))))
                    isFinite = false;
        });
    for (int round = 0; round < 2000; ++round)
    {
        run.processor.reset ();
        std::this_thread::sleep_for (std::chrono::microseconds (50));
    }
    isDone = true;
    audio.join ();
    CHECK (isFinite);
    run.processor.reset ();
    (void)run.play ({}, 4800, 64); // what sounded has faded
    CHECK (peakOf (run.play ({}, 4800, 64)) < 1e-6f);
}

TEST_CASE ("a host may restore a state while it is told of a step back", "[plugin][threads]")
{
    /** Restores the state once, as soon as it is told of anything. */
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
    CHECK_FALSE (run.processor.undo ().canUndo ()); // steps of the former state lead nowhere
    CHECK_FALSE (run.processor.undo ().canRedo ());
    run.processor.removeListener (&host);
}

TEST_CASE ("a host may close the editor while it is told of an engine chosen there",
           "[plugin][threads]")
{
    /** Closes the editor as soon as it is told of anything. */
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
