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
    (pinned if a GPU reads it). The memory holds them interleaved. A push that does not fit is
    dropped whole and counted; the reader sees the gap in the positions. Allocates nothing.

    The reader copies samples out (`pop`), or reads them in place: `take` frees their room, yet the
    writer stays off the newest lookBackSamples of them (`recent`).
    Thread: `tryPush`, `skip`, `skipTo` the writer's, audio too: wait-free; the rest the
    reader's. */
class SampleRing
{
public:
    /** Floats of the memory below a ring. Behind the places of the ring lie lookBackSamples more:
        `recent` continues there behind the last place. */
    static constexpr std::size_t memoryFloats (int numChannels, int capacitySamples,
                                               int lookBackSamples) noexcept
    {
        return static_cast<std::size_t> (numChannels) *
               (static_cast<std::size_t> (capacitySamples) +
                2 * static_cast<std::size_t> (lookBackSamples));
    }
    /** memory: memoryFloats, must outlive the ring. capacitySamples: what the writer can be ahead
        of the reader, above 0. The look-back of a new ring has undefined samples. */
    SampleRing (std::span<float> memory, int numChannels, int capacitySamples,
                int lookBackSamples = 0) noexcept;

    /** channels (numChannels, numSamples). false: the ring is full; the samples are lost and their
        positions skipped. */
    bool tryPush (const float* const* channels, int numSamples) noexcept;
    /** Skips positions of samples that do not exist, above 0. The reader sees a gap, as after lost
        samples; numLost () does not count them. */
    void skip (std::int64_t numSamples) noexcept
    {
        numUntold_ += numSamples;
        nextPosition_ += numSamples;
    }
    /** Skips to the position of the next pushed sample. Never goes back. */
    void skipTo (std::int64_t position) noexcept
    {
        if (position > nextPosition_)
            skip (position - nextPosition_);
    }

    /** Number of readable samples without a gap, from position () on. */
    int numReadable () const noexcept { return nextRun ().numSamples; }
    /** Position of the next sample among all pushed samples, lost ones included. It jumps over lost
        samples once a later sample is stored. So it is stable only while numReadable () is above 0:
        call that first. */
    std::int64_t position () const noexcept { return nextRun ().position; }
    /** Copies up to numSamples samples without a gap to out (numChannels pointers) and frees them.
        Returns their number. */
    int pop (float* const* out, int numSamples) noexcept;

    /** Samples in the ring's memory. */
    struct Piece
    {
        std::int64_t position = 0;      ///< of the first sample
        const float* samples = nullptr; ///< (numSamples, numChannels)
        int numSamples = 0;
    };
    /** Up to numSamples samples that lie together, without a gap; they become the newest of
        `recent`. */
    Piece take (int numSamples) noexcept;
    /** The last numBack taken or popped samples, gaps left out, together in memory from the first
        on; valid until the next `take` or `pop`. numBack: lookBackSamples at most. */
    const float* recent (int numBack) noexcept;
    /** Puts (numBack, numChannels) samples in the place of the last numBack taken ones: of another
        ring whose signal goes on in this one. Must not lie in this ring. */
    void putRecent (const float* samples, int numBack) noexcept;
    int lookBackSamples () const noexcept { return static_cast<int> (lookBack_); }

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
    void free (const Run& run, int numSamples) noexcept;
    float* at (std::uint64_t place) const noexcept { return memory_ + place * numChannels_; }
    /** Samples from that index on that lie together, numSamples at most. */
    std::uint64_t numTogether (std::uint64_t index, std::uint64_t numSamples) const noexcept;

    float* memory_;
    std::uint64_t numChannels_, capacity_, lookBack_;
    std::uint64_t numPlaces_; ///< capacity and look-back; index i lies at place i % numPlaces_
    /** the reader owns [gapsRead_, gapsWritten_), the writer the rest */
    std::array<Gap, kMostGaps> gaps_;

    // The writer stores these. Indices begin at lookBack_.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> written_; ///< end of the stored samples
    std::atomic<std::uint64_t> gapsWritten_ {0};
    std::atomic<std::int64_t> numLost_ {0};
    std::int64_t numUntold_ = 0; ///< lost and skipped samples of the pending gap
    std::int64_t nextPosition_ = 0;

    // The reader stores these.
    alignas (kCacheLineBytes) std::atomic<std::uint64_t> read_;
    std::atomic<std::uint64_t> gapsRead_ {0};
    std::int64_t numLostBefore_; ///< lost and skipped samples of all read gaps, less lookBack_
};

} // namespace melstrom
