#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveRuns.h"
#include "Tests/Support/Sanitizer.h"

#include <algorithm>
#include <span>

namespace melstrom::testing
{

namespace
{
LiveSynthOptions optionsOf (int maxBlockSamples, LatencyMode latency = LatencyMode::safe)
{
    LiveSynthOptions options;
    options.maxBlockSamples = maxBlockSamples;
    options.latency = latency;
    return options;
}

/** More than two seconds of chords with a pedal, wheel and bend; starts on and off the control
    grid. */
std::vector<SynthEvent> longEvents ()
{
    std::vector<SynthEvent> events;
    for (int bar = 0; bar < 24; ++bar)
    {
        const std::int64_t at = bar * 4001;
        for (const int key : {48, 55, 60, 64, 67})
            events.push_back (noteOn (at + key % 7 * 13, key + bar % 5, 0.7f));
        events.push_back (controller (at + 900, 1, static_cast<float> (bar % 3) / 2));
        events.push_back (
            {at + 1300, SynthEventKind::bend, 0, 0, static_cast<float> (bar % 2) / 4});
        events.push_back (controller (at + 2000, 64, bar % 2 == 0 ? 1.0f : 0.0f));
        for (const int key : {48, 55, 60, 64, 67})
            events.push_back (noteOff (at + 3000 + key % 5, key + bar % 5));
    }
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
    return events;
}

/** As many voices as fit into a minute: sanitizers are tens of times slower. */
Patch busyPatch ()
{
    Patch patch = *findPatch ("Aurora");
    patch[PatchKey::maxVoices] = kIsSanitized ? 3 : 24;
    return patch;
}

/** Adds moves of every parameter that can glide, at several times. */
std::vector<SynthEvent> withParameters (std::vector<SynthEvent> events)
{
    for (int step = 0; step < 20; ++step)
    {
        const std::int64_t at = 700 + step * 3331;
        events.push_back (parameterEvent (at, PatchKey::filterCutoff,
                                          300.0f + 250.0f * static_cast<float> (step)));
        events.push_back (parameterEvent (at + 5, PatchKey::osc1Detune, static_cast<float> (step)));
        events.push_back (
            parameterEvent (at + 9, PatchKey::chorusMix, static_cast<float> (step % 4) / 4));
        events.push_back (
            parameterEvent (at + 11, PatchKey::filterType, static_cast<float> (step % 3)));
        events.push_back (parameterEvent (at + 17, PatchKey::osc1Partials,
                                          static_cast<float> (8 + 4 * (step % 5))));
    }
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
    return events;
}
} // namespace

TEST_CASE ("an instrument in a host plays what the synthesizer plays however blocks are cut",
           "[live]")
{
    const auto events = longEvents ();
    const auto expected = playedLate (busyPatch (), events, 96'000, 0);
    for (const BlockCutter& cut : {blocksOf (512), blocksOf (7), randomBlocks (3), blocksOf (1024)})
    {
        LiveRun run (optionsOf (512), busyPatch (), cpuOnly (), events);
        run.play (96'000, cut, false);
        CHECK (sameBits (run.sound (), expected));
        CHECK (run.health ().numMisses == 0);
        CHECK (run.health ().latencySamples == 0);
    }
}

TEST_CASE ("a worker's voices are heard one maximum block later", "[live]")
{
    const auto events = longEvents ();
    const auto expected = playedLate (busyPatch (), events, 96'000, 256);
    for (const BlockCutter& cut : {blocksOf (256), blocksOf (7), randomBlocks (3), blocksOf (600)})
    {
        LiveRun run (optionsOf (256), busyPatch (), fakeGpu (), events);
        run.play (96'000, cut, true);
        CHECK (sameBits (run.sound (), expected));
        CHECK (run.health ().latencySamples == 256);
        CHECK (run.health ().backend == "fake:0");
    }
}

TEST_CASE ("a stalled worker's blocks come from the CPU without a gap and are counted", "[live]")
{
    const auto mode = GENERATE (LatencyMode::safe, LatencyMode::direct);
    const auto events = longEvents ();
    LiveRun run (optionsOf (256, mode), busyPatch (), fakeGpu (), events);
    run.play (20'000, blocksOf (256), true);
    REQUIRE (run.health ().backend == "fake:0");
    REQUIRE (run.health ().numMisses == 0);
    const int played = run.sound ().size ();
    {
        const auto stall = LiveWorker::shared ()->stall ();
        run.play (30'000, GENERATE (blocksOf (256), blocksOf (33)), false);
    }
    CHECK (run.health ().numMisses >= 30'000 / 256 - 1);
    REQUIRE (run.playUntilOnGpu ());
    run.play (20'000, blocksOf (256), true);
    CHECK (run.health ().backend == "fake:0");
    REQUIRE (played < run.sound ().size ());
    const auto expected =
        playedLate (busyPatch (), events, run.sound ().size (), run.health ().latencySamples);
    CHECK (sameBits (run.sound (), expected));
}

TEST_CASE ("a lost device is replaced by the CPU without a gap", "[live]")
{
    const auto mode = GENERATE (LatencyMode::safe, LatencyMode::direct);
    const auto events = longEvents ();
    LiveRun run (optionsOf (128, mode), busyPatch (), fakeGpu (), events);
    run.play (20'000, blocksOf (128), true);
    REQUIRE (run.health ().backend == "fake:0");
    run.synth ().loseDevice ();
    run.play (60'000, randomBlocks (5), true);
    CHECK (run.health ().backend == "cpu");
    CHECK (run.health ().isDeviceLost);
    CHECK (run.health ().numMisses >= 1);
    const auto expected =
        playedLate (busyPatch (), events, run.sound ().size (), run.health ().latencySamples);
    CHECK (sameBits (run.sound (), expected));
}

TEST_CASE ("parameters and tables are heard alike from the worker and from the CPU in its place",
           "[live]")
{
    const auto events = withParameters (longEvents ());
    LiveRun undisturbed (optionsOf (256), busyPatch (), fakeGpu (), events);
    undisturbed.play (280 * 256, blocksOf (256), true);
    REQUIRE (undisturbed.health ().backend == "fake:0");
    LiveRun lost (optionsOf (256), busyPatch (), fakeGpu (), events);
    // Tables begin at blocks: use the same blocks in both.
    lost.play (120 * 256, blocksOf (256), true);
    lost.synth ().loseDevice ();
    lost.play (160 * 256, blocksOf (256), true);
    REQUIRE (lost.health ().backend == "cpu");
    CHECK (sameBits (undisturbed.sound (), lost.sound ()));
    // The moves are audible.
    CHECK (! sameBits (undisturbed.sound (),
                       playedLate (busyPatch (), longEvents (), 280 * 256, 256)));
}

TEST_CASE ("after a reset nothing of what sounded is heard", "[live]")
{
    const auto device = GENERATE (0, 1) == 0 ? cpuOnly () : fakeGpu ();
    Patch patch = busyPatch ();
    LiveRun run (optionsOf (256), patch, device, {noteOn (0, 60), noteOn (0, 64)});
    run.play (24'000, blocksOf (256), true);
    const auto before = run.sound ();
    REQUIRE (*std::ranges::max_element (before.left) > 0.001f);
    run.synth ().reset ();
    run.play (24'000, blocksOf (256), true);
    const auto after = std::span (run.sound ().left).subspan (before.left.size ());
    CHECK (std::ranges::all_of (after, [] (float x) { return x == 0.0f; }));
}

} // namespace melstrom::testing
