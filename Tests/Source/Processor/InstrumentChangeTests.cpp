#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <atomic>
#include <thread>

namespace melstrom::testing
{

TEST_CASE ("a state that comes between prepare and the first block sounds as one that came before",
           "[plugin]")
{
    PluginRun former, later;
    former.processor.setCurrentProgram (6);
    const auto state = stateOf (former.processor);
    former.processor.prepareToPlay (kRateHz, 512);
    later.processor.prepareToPlay (kRateHz, 512);
    setState (later.processor, state);
    const auto expected = former.play ({{0, noteOn (60)}}, 4096, 512);
    REQUIRE (testing::peakOf (expected) > kHeard);
    CHECK (later.play ({{0, noteOn (60)}}, 4096, 512) == expected);
}

TEST_CASE ("another engine takes over while notes sound", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 64);
    run.play ({{0, noteOn (60)}}, 4800, 64);
    for (const auto latency : {LatencyMode::direct, LatencyMode::safe, LatencyMode::direct})
    {
        run.processor.setEngine (BackendChoice::Kind::cpu, latency);
        CHECK (run.processor.latency () == latency);
        run.play ({}, 4800, 64);
        CHECK (testing::peakOf (run.play ({{0, noteOn (60)}}, 4800, 64)) > kHeard);
    }
}

TEST_CASE ("states and engines may change while another thread plays", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 64);
    const auto state = stateOf (run.processor);
    std::atomic<bool> isDone {false};
    std::atomic<bool> isFinite {true};
    std::thread audio (
        [&]
        {
            while (! isDone)
                if (! std::isfinite (testing::peakOf (run.play ({{0, noteOn (60)}}, 640, 64))))
                    isFinite = false;
        });
    for (int round = 0; round < 20; ++round)
    {
        run.processor.setEngine (BackendChoice::Kind::cpu,
                                 round % 2 != 0 ? LatencyMode::safe : LatencyMode::direct);
        setState (run.processor, state);
        run.processor.patch ();
        run.processor.health ();
    }
    isDone = true;
    audio.join ();
    CHECK (isFinite);
}

TEST_CASE ("being prepared a thousand times leaves an instrument that sounds", "[plugin]")
{
    PluginRun run;
    for (int round = 0; round < 1000; ++round)
        run.processor.prepareToPlay (kRateHz, 512);
    CHECK (testing::peakOf (run.play ({{0, noteOn (60)}}, 512, 512)) > kHeard);
}

TEST_CASE ("an instrument begins again in silence", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 512);
    run.play ({{0, noteOn (60)}}, 4096, 512);
    SECTION ("after a reset")
    {
        run.processor.reset ();
    }
    SECTION ("after being prepared")
    {
        run.processor.prepareToPlay (kRateHz, 512);
    }
    CHECK (testing::peakOf (run.play (4096)) == 0.0f);
}

} // namespace melstrom::testing
