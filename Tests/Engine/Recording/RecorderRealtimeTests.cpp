// A recorder on an audio thread, watched by RealtimeGuard.h.
#include "Engine/Recording/Recorder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/RealtimeGuard.h"
#include "Tests/Support/Recording/RecordedSignal.h"

namespace melstrom::testing
{

TEST_CASE ("writing to a recorder neither allocates nor waits nor calls the system", "[realtime]")
{
    const auto format = GENERATE (RecordingFormat::wavFloat, RecordingFormat::flac24);
    MemoryStorage storage;
    // A ring of 0.1 s is full now and then.
    auto recorder = *Recorder::start (storage, "a", {48000, 2, format, 0.1});
    constexpr int kBlock = 64, kNumBlocks = 100'000;
    forgetRealtimeFaults ();
    bool isWatched = false;
    std::thread thread (
        [&]
        {
            SignalBlock block (2, kBlock);
            block.fill (0);
            isWatched = reportSystemCalls ();
            const RealtimeScope scope;
            std::int64_t position = 0;
            for (int n = 0; n < kNumBlocks; ++n)
            {
                recorder->write (block.pointers (), kBlock, position);
                position += kBlock + (n % 1000 == 500 ? 7 : 0);
                position -= n % 10'000 == 9'999 ? 1000 : 0;
            }
        });
    thread.join ();
    REQUIRE (isWatched);
    const auto report = recorder->stop ();
    INFO (realtimeFaults ().text ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (report.numGaps > 0);
    CHECK (report.numClockChanges > 0);
    CHECK_FALSE (report.error.has_value ());
}

} // namespace melstrom::testing
