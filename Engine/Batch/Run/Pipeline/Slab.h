// A slab of the batch pipeline with its work.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace melstrom
{

/** Makes a reader wait until the first pass over a long file is complete. Holds the statistics of
    each of its signals. */
class StatisticsGate
{
public:
    StatisticsGate (std::int64_t numSignals, std::int64_t numFrames, std::size_t numChunks)
        : signals_ (static_cast<std::size_t> (numSignals), SignalStatistics (numFrames)),
          pending_ (numChunks)
    {
    }

    SignalStatistics& of (std::int32_t signal)
    {
        return signals_[static_cast<std::size_t> (signal)];
    }

    void chunkDone ()
    {
        const std::lock_guard lock (mutex_);
        --pending_;
        changed_.notify_all ();
    }
    /** Waits at most 50 ms. False: ask again, unless the run has ended. */
    bool isOpenSoon ()
    {
        std::unique_lock lock (mutex_);
        return changed_.wait_for (lock, std::chrono::milliseconds (50),
                                  [this] { return pending_ == 0; });
    }
    void join (double smootherDecay)
    {
        for (SignalStatistics& signal : signals_)
            signal.join (smootherDecay);
    }

private:
    std::vector<SignalStatistics> signals_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t pending_;
};

/** Owned by one stage at a time: the stage that took it from a queue. */
struct Slab
{
    std::unique_ptr<SlabMemory> input, output; ///< null until a slab is first taken
    Chunk chunk;
    std::vector<MelSpan> spans;             ///< of the parts that could be read
    std::vector<std::int64_t> numNonFinite; ///< per part of the chunk: samples that became 0
    std::shared_ptr<StatisticsGate> gate;   ///< of a signal that is read twice; else null
    MelPlan* plan = nullptr;
    Ticket ticket = 0;
    std::chrono::steady_clock::time_point submitted; ///< time of submission
    std::chrono::steady_clock::duration readTime {}; ///< in the reader
};

} // namespace melstrom
