// Shedding of one instance: times its blocks and emits the shed events.
#pragma once

#include "Engine/Live/Voices/HostTimeline.h"
#include "Engine/Live/Voices/LiveVoices.h"
#include "Engine/Live/Voices/ShedControl.h"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace melstrom
{

/** Times each block of a host. When the level changes, adds an event at the block's first sample,
    so that both players take the level from the same event. Offline the level is 0.
    Threads: audio; `level` and `numBlocks`: any. */
class LiveShedding
{
public:
    LiveShedding (LiveClock clock, double sampleRateHz) noexcept
        : clock_ (clock), sampleRateHz_ (sampleRateHz), control_ (sampleRateHz)
    {
    }

    /** Call before the block's events enter the timeline. */
    void begin (const LiveBlock& block, const LiveVoices& voices, HostTimeline& timeline) noexcept
    {
        isTimed_ = clock_ != nullptr && ! block.isOffline;
        int level = 0;
        if (isTimed_)
        {
            begin_ = clock_ ();
            level =
                control_.begin ({block.numSamples / sampleRateHz_, voices.numVoices (),
                                 startsIn (block), voices.numSinusoids (), ! voices.isOnGpu ()});
        }
        else
            control_.reset ();
        if (level != level_.load (std::memory_order_relaxed))
            timeline.noteEvent (SynthEventKind::shed, static_cast<std::uint8_t> (level));
        level_.store (level, std::memory_order_relaxed);
        if (level > 0)
            numBlocks_.fetch_add (1, std::memory_order_relaxed);
    }
    /** Call after the block is rendered. */
    void end (const LiveVoices& voices) noexcept
    {
        if (isTimed_)
            control_.end (std::chrono::duration<double> (clock_ () - begin_).count (),
                          voices.numVoices ());
    }

    int level () const noexcept { return level_.load (std::memory_order_relaxed); }
    /** Number of blocks with a level above 0. */
    std::int64_t numBlocks () const noexcept { return numBlocks_.load (std::memory_order_relaxed); }

private:
    static int startsIn (const LiveBlock& block) noexcept
    {
        return static_cast<int> (std::ranges::count_if (
            block.events, [] (const SynthEvent& event)
            { return event.kind == SynthEventKind::noteOn && event.value > 0; }));
    }

    LiveClock clock_;
    double sampleRateHz_;
    ShedControl control_;
    bool isTimed_ = false; ///< the current block is timed
    std::chrono::steady_clock::time_point begin_;
    std::atomic<int> level_ {0};
    std::atomic<std::int64_t> numBlocks_ {0};
};

} // namespace melstrom
