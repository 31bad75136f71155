// States, patches, programs and engines while the host's thread and the message thread both change
// them.
#include "Source/State/PluginState.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/ProgramRuns.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
/** Runs `hosts` on a separate thread. Meanwhile, calls `messages` repeatedly between the messages
    of this thread until `hosts` returns. */
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
    run.processor.prepareToPlay (kRateHz, 256); // the timer ticks from now on
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
    // Without a later state, the program is loaded.
    // Taken for an echo of the state.
    std::thread ([&] { run.processor.setCurrentProgram (0); }).join ();
    std::thread ([&] { run.processor.setCurrentProgram (kProgram); }).join ();
    pump (200);
    CHECK (run.processor.patch () == factoryPatch (kProgram));
    CHECK (run.processor.getCurrentProgram () == kProgram);
    REQUIRE (run.processor.undo ().canUndo ()); // an undo step like any loaded patch
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
    (void)run.play ({}, 4800, 64); // earlier notes have faded
    CHECK (peakOf (run.play ({}, 4800, 64)) < 1e-6f);
}

} // namespace melstrom::testing
