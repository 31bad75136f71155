// Ring of audio samples from one thread to another.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Samples of several channels between one writer and one reader, in memory of another owner
    (pinned if a GPU reads it). A push that does not fit is dropped whole and counted; the reader
    sees the gap in the positions. Allocates nothing.
    Thread: `tryPush` the writer's, audio too: wait-free; the rest the reader's. */
class SampleRing
{
public:
    /** memory: (channels, capacity), must outlive the ring; capacitySamples: a power of two. */
    SampleRing (std::span<float> memory, int numChannels, int capacitySamples) noexcept;

    /** channels (numChannels, numSamples). false: the ring is full; the samples are lost and their
        positions skipped. */
    bool tryPush (const float* const* channels, int numSamples) noexcept;
    /** Skips positions of samples that do not exist, above 0. The reader sees a gap, as after lost
        samples; numLost () does not count them. Thread: the writer's, audio too: wait-free. */
    void skip (std::int64_t numSamples) noexcept { numUntold_ += numSamples; }

    /** Number of readable samples without a gap, from position () on. */
    int numReadable () const noexcept { return nextRun ().numSamples; }
    /** Position of the next sample among all pushed samples, lost ones included. It jumps over lost
        samples once a later sample is stored. So it is stable only while numReadable () is above 0:
        call that first. */
    std::int64_t position () const noexcept { return nextRun ().position; }
    /** Copies up to numSamples samples without a gap to out (numChannels pointers) and frees them.
        Returns their number. */
    int pop (float* const* out, int numSamples) noexcept;
    std::int64_t numLost () const noexcept; ///< thread: any

private:
    /** Capacity for gaps that the reader has not reached. While it is exhausted, pushes are lost
        and lengthen the pending gap. */
    static constexpr std::uint64_t kMostGaps = 64;
    static constexpr std::size_t kCacheLineBytes = 64;

    /** numLost samples were lost or skipped before the stored sample of this index. */
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
    /** the reader owns [gapsRead_, gapsWritten_), the writer the rest */
    std::array<Gap, kMostGaps> gaps_;

    // The writer stores these.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> written_ {0}; ///< stored samples in total
    std::atomic<std::uint64_t> gapsWritten_ {0};
    std::atomic<std::int64_t> numLost_ {0};
    std::int64_t numUntold_ = 0; ///< lost and skipped samples of the pending gap

    // The reader stores these.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> read_ {0};
    std::atomic<std::uint64_t> gapsRead_ {0};
    std::int64_t numLostBefore_ = 0; ///< lost and skipped samples of all read gaps
};

} // namespace melstrom
