// Tables and players made in the background while an instance's voices sound.
#include "Engine/Live/Worker/LiveWorker.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveRuns.h"

#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
constexpr int kBlock = 256;

LiveSynthOptions shortBlocks ()
{
    LiveSynthOptions options;
    options.maxBlockSamples = kBlock;
    return options;
}

std::vector<SynthEvent> chords (int numChords)
{
    std::vector<SynthEvent> events;
    for (int i = 0; i < numChords; ++i)
        for (const int key : {48, 55, 64})
        {
            events.push_back (noteOn (i * 3000 + key, key + i % 5));
            events.push_back (noteOff (i * 3000 + 2500 + key, key + i % 5));
        }
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
    return events;
}

Tuning quarterTones ()
{
    Scale scale;
    for (int step = 1; step <= 24; ++step)
        scale.cents.push_back (50.0 * step);
    const auto tuning = Tuning::make (scale, KeyboardMap {});
    REQUIRE (tuning);
    return *tuning;
}
} // namespace

TEST_CASE ("voices sound while nothing is made ready in the background", "[live]")
{
    const auto events = chords (20);
    LiveRun run (shortBlocks (), *findPatch ("Aurora"), fakeGpu (), events);
    {
        const auto stall = LiveWorker::shared (LiveWorker::Purpose::background)->stall ();
        run.play (40'000, blocksOf (kBlock), true);
    }
    CHECK (run.health ().numMisses == 0);
    CHECK (run.health ().backend == "fake:0");
    CHECK (sameBits (run.sound (), playedLate (*findPatch ("Aurora"), events, 40'000, kBlock)));
}

TEST_CASE ("a device that comes later takes over the tables and the tuning that there are",
           "[live]")
{
    const auto events = chords (60);
    auto late = lateGpu ();
    LiveRun run (shortBlocks (), *findPatch ("Aurora"), late.device, events);
    const Tuning tuning = quarterTones ();
    run.synth ().setTuning (tuning);
    run.play (20'000, blocksOf (kBlock), false); // offline it would wait for the device
    REQUIRE (run.health ().backend == "cpu");
    late.arrive ();
    REQUIRE (run.playUntilOnGpu ());
    run.play (40'000, blocksOf (kBlock), true);
    CHECK (run.health ().backend == "fake:0");

    LiveRun other (shortBlocks (), *findPatch ("Aurora"), cpuOnly (), events);
    other.synth ().setTuning (tuning);
    other.play (run.sound ().size (), blocksOf (kBlock), true);
    const int lag = run.health ().latencySamples - other.health ().latencySamples;
    StereoSound expected (run.sound ().size ());
    std::copy (other.sound ().left.begin (), other.sound ().left.end () - lag,
               expected.left.begin () + lag);
    std::copy (other.sound ().right.begin (), other.sound ().right.end () - lag,
               expected.right.begin () + lag);
    CHECK (sameBits (run.sound (), expected));
}

TEST_CASE ("offline a device that starts is waited for, so that it sounds the first block",
           "[live]")
{
    const auto events = chords (20);
    auto late = lateGpu ();
    LiveRun run (shortBlocks (), *findPatch ("Aurora"), late.device, events);
    std::jthread device (
        [&late]
        {
            std::this_thread::sleep_for (std::chrono::milliseconds (200));
            late.arrive ();
        });
    run.play (2 * kBlock, blocksOf (kBlock), true);
    CHECK (run.health ().backend == "fake:0");
    CHECK (run.health ().latencySamples == kBlock);
    run.play (20'000, blocksOf (kBlock), true);
    CHECK (run.health ().numMisses == 0);
    CHECK (sameBits (run.sound (),
                     playedLate (*findPatch ("Aurora"), events, run.sound ().size (), kBlock)));
}

/** A fault here shows only under sanitizers. */
TEST_CASE ("a worker that comes late still finds the tables of the blocks that it was given",
           "[live]")
{
    auto events = chords (20);
    for (int step = 0; step < 60; ++step)
        events.push_back (parameterEvent (step * 1000, PatchKey::osc1Partials,
                                          static_cast<float> (8 + 4 * (step % 5))));
    std::ranges::stable_sort (events, {}, &SynthEvent::sample);
    LiveRun run (shortBlocks (), *findPatch ("Aurora"), fakeGpu (), events);
    run.play (20'000, blocksOf (kBlock), true);
    REQUIRE (run.health ().backend == "fake:0");
    {
        const auto stall = LiveWorker::shared ()->stall ();
        for (int block = 0; block < 120; ++block)
        {
            run.play (kBlock, blocksOf (kBlock), false);
            std::this_thread::sleep_for (
                std::chrono::milliseconds (3)); // tables are made meanwhile
        }
    }
    CHECK (run.playUntilOnGpu ());
}

} // namespace melstrom::testing
