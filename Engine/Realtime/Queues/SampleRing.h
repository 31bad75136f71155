// Audio on its way from one thread to another.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Samples of several channels between one writer and one reader, in memory that somebody else owns
    (pinned where a GPU reads it). What does not fit is left out as a whole and counted; the reader
    sees by positions that something is missing.
    Thread: `tryPush` the writer's, audio too: wait-free; the rest the reader's. Allocates nothing. */
class SampleRing
{
public:
    /** memory: (channels, capacity); capacitySamples: a power of two. Both outlive the ring. */
    SampleRing (std::span<float> memory, int numChannels, int capacitySamples) noexcept;

    /** channels (numChannels, numSamples). false: it was full; the samples are lost and their places
        skipped. */
    bool tryPush (const float* const* channels, int numSamples) noexcept;

    /** Samples that can be read and follow each other without a gap; they begin at position (). */
    int numReadable () const noexcept { return nextRun ().numSamples; }
    /** Counts all samples that were pushed, also lost ones: when some are lost, it jumps, as soon as
        others follow them. So it stands still only once numReadable () is not 0: ask that first. */
    std::int64_t position () const noexcept { return nextRun ().position; }
    /** Copies up to numSamples that follow each other without a gap to out (numChannels pointers)
        and frees them. Returns how many. */
    int pop (float* const* out, int numSamples) noexcept;
    std::int64_t numLost () const noexcept; ///< thread: any

private:
    /** Gaps that the reader has not reached yet; while there is no room for another one, what is
        pushed makes the last one longer. */
    static constexpr std::uint64_t kMostGaps = 64;
    static constexpr std::size_t kCacheLineBytes = 64;

    /** So many samples were lost before the stored sample of this index. */
    struct Gap
    {
        std::uint64_t index = 0;
        std::int64_t numLost = 0;
    };
    struct Run
    {
        std::int64_t position = 0;
        int numSamples = 0;
        std::uint64_t numGapsPassed = 0;
    };
    Run nextRun () const noexcept;

    float* memory_;
    int numChannels_;
    std::uint64_t capacity_;
    /** [gapsRead_, gapsWritten_) the reader's, the rest the writer's */
    std::array<Gap, kMostGaps> gaps_;

    // The writer stores these.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> written_ {0}; ///< samples in all
    std::atomic<std::uint64_t> gapsWritten_ {0};
    std::atomic<std::int64_t> numLost_ {0};
    std::int64_t numUntold_ = 0; ///< lost samples that are in no gap yet

    // The reader stores these.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> read_ {0};
    std::atomic<std::uint64_t> gapsRead_ {0};
    std::int64_t numLostBefore_ = 0; ///< of the gaps that were read
};

} // namespace melstrom
