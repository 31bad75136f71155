// The engine on an audio thread, watched by RealtimeGuard.h.
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveRuns.h"
#include "Tests/Support/RealtimeGuard.h"

#include <pthread.h>

#include <atomic>
#include <thread>

namespace melstrom::testing
{

namespace
{
/** Runs the work on a thread whose system calls are reported. */
template <typename Work>
void onWatchedThread (Work&& work)
{
    std::atomic<bool> isWatched {false};
    std::thread thread (
        [&]
        {
            isWatched = reportSystemCalls ();
            work ();
        });
    thread.join ();
    REQUIRE (isWatched);
}
} // namespace

TEST_CASE ("the guard finds an allocation and a lock and a system call", "[realtime]")
{
    forgetRealtimeFaults ();
    std::unique_ptr<int> kept;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    onWatchedThread (
        [&]
        {
            const RealtimeScope scope;
            kept = std::make_unique<int> (7);
            pthread_mutex_lock (&mutex);
            pthread_mutex_unlock (&mutex);
            std::this_thread::sleep_for (std::chrono::nanoseconds (1));
        });
    const auto faults = realtimeFaults ();
    CHECK (faults.numAllocations == 1);
    CHECK (faults.numLocks == 1);
    CHECK (faults.numSystemCalls >= 1);
}

TEST_CASE ("outside of real time nothing is counted", "[realtime]")
{
    forgetRealtimeFaults ();
    onWatchedThread (
        []
        {
            const auto kept = std::make_unique<int> (7);
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
            const RealtimeScope scope;
        });
    CHECK_FALSE (realtimeFaults ().any ());
}

TEST_CASE ("a hundred thousand callbacks with a GPU that stalls and goes and tables that change",
           "[realtime]")
{
    constexpr int kBlock = 64, kCallbacks = 100'000;
    Patch patch = *findPatch ("Aurora");
    patch[PatchKey::maxVoices] = 4;
    LiveSynthOptions options;
    options.maxBlockSamples = kBlock;
    options.latency = GENERATE (LatencyMode::safe, LatencyMode::direct);
    auto synth = LiveSynth::make (options, patch, fakeGpu ());
    REQUIRE (synth);
    auto tap = MelTap::make ();
    REQUIRE (tap);
    REQUIRE ((*tap)->prepare (48'000, kBlock));
    (*tap)->watch (true);
    REQUIRE ((*tap)->set ({findPreset ("librosa-db")->spec, TapMix::sum, 10}, cpuOnly ()));

    std::atomic<bool> isOver {false};
    std::thread disturber (
        [&]
        {
            for (int round = 0; ! isOver; ++round)
            {
                auto other = LiveSynth::make (options, patch, fakeGpu ());
                const auto stall = LiveWorker::shared ()->stall ();
                std::this_thread::sleep_for (std::chrono::milliseconds (3));
                (void)(*tap)->pop ();
                (void)(*synth)->health ();
                PatchValues values;
                (void)(*synth)->shownValues (values);
                if (round == 100)
                    (*synth)->loseDevice ();
            }
        });
    forgetRealtimeFaults ();
    std::int64_t numMisses = 0;
    onWatchedThread (
        [&]
        {
            std::array<float, kBlock> left, right;
            const RealtimeScope scope;
            for (int callback = 0; callback < kCallbacks; ++callback)
            {
                std::array<SynthEvent, 3> events;
                events[0] = parameterEvent (3, PatchKey::filterCutoff,
                                            200.0f + static_cast<float> (callback % 5000));
                events[1] = parameterEvent (5, PatchKey::osc1Partials,
                                            static_cast<float> (8 + callback / 64 % 32));
                events[2] = callback % 2 == 0 ? noteOn (9, 40 + callback / 2 % 40)
                                              : noteOff (9, 40 + callback / 2 % 40);
                LiveBlock block;
                block.events = events;
                block.left = left.data ();
                block.right = right.data ();
                block.numSamples = kBlock;
                (*synth)->process (block);
                (*tap)->push (left.data (), right.data (), kBlock);
            }
        });
    isOver = true;
    disturber.join ();
    numMisses = (*synth)->health ().numMisses;
    INFO (realtimeFaults ().text ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (numMisses > 0); // the disturbance had an effect
}

} // namespace melstrom::testing
