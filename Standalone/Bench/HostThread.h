// A host's audio thread: sleeps until a block is due and times the callbacks of its instruments.
#pragma once

#include "Engine/Core/System/Process.h"
#include "Engine/Core/TimedRuns.h"
#include "Standalone/Bench/BenchContext.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace melstrom
{

/** Quantiles of times in seconds; 0 without times. */
struct LiveTimes
{
    double p50 = 0, p99 = 0, p999 = 0, worst = 0;
};

/** Due times of the blocks after a late block. */
enum class AfterLateBlock
{
    keepsTimes,    ///< unchanged: the thread catches up
    goesOnFromEnd, ///< counted from the end of the late callback
};

/** Plays on a clock, unlike timedRuns, which starts a run as soon as the last one ends. Thread: the
    caller's is the audio thread. */
class HostThread
{
public:
    /** Touches the memory for the times now, so that later growth belongs to the instruments.
        numCallbacks: in all blocks */
    HostThread (double blockSeconds, std::int64_t numCallbacks, AfterLateBlock afterLate)
        : blockTime_ (blockSeconds), afterLate_ (afterLate),
          seconds_ (static_cast<std::size_t> (numCallbacks), 1.0)
    {
        seconds_.clear ();
    }

    /** Calls `play (index)` for each block when it is due. Fails: interrupted after a signal. */
    template <typename Play>
    Result<void> run (std::int64_t numBlocks, const Play& play)
    {
        auto due = Clock::now ();
        for (std::int64_t index = 0; index < numBlocks; ++index)
        {
            MELSTROM_TRY (checkStop ());
            std::this_thread::sleep_until (due);
            play (index);
            due += std::chrono::duration_cast<Clock::duration> (blockTime_);
            if (afterLate_ == AfterLateBlock::goesOnFromEnd)
                due = std::max (due, end_);
        }
        return {};
    }

    /** For `play`: times one callback. counts: false: without a record of its time */
    template <typename Callback>
    void time (bool counts, const Callback& callback)
    {
        const double ownStart = threadSeconds ();
        const auto start = Clock::now ();
        callback ();
        end_ = Clock::now ();
        const Seconds own {threadSeconds () - ownStart}, taken = end_ - start;
        if (! counts)
            return;
        seconds_.push_back (taken.count ());
        numLate_ += taken > blockTime_ ? 1 : 0;
        numLateItself_ += own > blockTime_ ? 1 : 0;
    }

    bool hasTimes () const noexcept { return ! seconds_.empty (); }
    std::int64_t numLate () const noexcept { return numLate_; } ///< longer than their block
    /** Late by their own processor time; the system ran other work in the other late ones. */
    std::int64_t numLateItself () const noexcept { return numLateItself_; }

    LiveTimes times () const
    {
        const RunValues times (seconds_);
        return {times.quantile (0.5), times.quantile (0.99), times.quantile (0.999),
                times.largest ()};
    }

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    Seconds blockTime_;
    AfterLateBlock afterLate_;
    std::vector<double> seconds_;
    std::int64_t numLate_ = 0, numLateItself_ = 0;
    Clock::time_point end_;
};

} // namespace melstrom
