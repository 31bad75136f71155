#include "Engine/Realtime/Queues/SampleRing.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
/** Calls copy (offset in the ring, offset in the piece, count) for the piece's one or two parts. */
template <typename Copy>
void forParts (std::uint64_t index, std::uint64_t capacity, std::size_t count, Copy copy) noexcept
{
    const auto first = static_cast<std::size_t> (index & (capacity - 1));
    const auto untilEnd = std::min (count, static_cast<std::size_t> (capacity) - first);
    copy (first, std::size_t {0}, untilEnd);
    if (untilEnd < count)
        copy (std::size_t {0}, untilEnd, count - untilEnd);
}
} // namespace

SampleRing::SampleRing (std::span<float> memory, int numChannels, int capacitySamples) noexcept
    : memory_ (memory.data ()), numChannels_ (numChannels),
      capacity_ (static_cast<std::uint64_t> (capacitySamples))
{
}

bool SampleRing::tryPush (const float* const* channels, int numSamples) noexcept
{
    if (numSamples <= 0)
        return true;
    const auto count = static_cast<std::uint64_t> (numSamples);
    const auto written = written_.load (std::memory_order_relaxed);
    const auto numGaps = gapsWritten_.load (std::memory_order_relaxed);
    // Acquire: the reader has finished its copies from the freed space.
    const bool fits = count <= capacity_ - (written - read_.load (std::memory_order_acquire));
    const bool isToldOf =
        numUntold_ == 0 || numGaps - gapsRead_.load (std::memory_order_acquire) < kMostGaps;
    if (! fits || ! isToldOf)
    {
        numUntold_ += numSamples;
        numLost_.store (numLost_.load (std::memory_order_relaxed) + numSamples,
                        std::memory_order_relaxed);
        return false;
    }
    if (numUntold_ > 0)
    {
        gaps_[numGaps % kMostGaps] = {written, std::exchange (numUntold_, 0)};
        gapsWritten_.store (numGaps + 1, std::memory_order_release);
    }
    for (int channel = 0; channel < numChannels_; ++channel)
        forParts (
            written, capacity_, count,
            [to = memory_ + static_cast<std::uint64_t> (channel) * capacity_,
             from = channels[channel]] (std::size_t inRing, std::size_t inPiece, std::size_t n)
            { std::copy_n (from + inPiece, n, to + inRing); });
    // Release: publishes the samples and the gap before them.
    written_.store (written + count, std::memory_order_release);
    return true;
}

SampleRing::Run SampleRing::nextRun () const noexcept
{
    // Load order: a reader that sees samples also sees the gaps before them.
    auto end = written_.load (std::memory_order_acquire);
    const auto numGaps = gapsWritten_.load (std::memory_order_acquire);
    const auto read = read_.load (std::memory_order_relaxed);
    Run run;
    run.numGapsPassed = gapsRead_.load (std::memory_order_relaxed);
    run.position = static_cast<std::int64_t> (read) + numLostBefore_;
    if (run.numGapsPassed < numGaps && gaps_[run.numGapsPassed % kMostGaps].index == read)
        run.position += gaps_[run.numGapsPassed++ % kMostGaps].numLost;
    if (run.numGapsPassed < numGaps)
        end = std::min (end, gaps_[run.numGapsPassed % kMostGaps].index);
    run.numSamples = static_cast<int> (end - read);
    return run;
}

int SampleRing::pop (float* const* out, int numSamples) noexcept
{
    const auto run = nextRun ();
    const int count = std::min (numSamples, run.numSamples);
    if (count <= 0)
        return 0;
    const auto read = read_.load (std::memory_order_relaxed);
    for (int channel = 0; channel < numChannels_; ++channel)
        forParts (read, capacity_, static_cast<std::size_t> (count),
                  [from = memory_ + static_cast<std::uint64_t> (channel) * capacity_,
                   to = out[channel]] (std::size_t inRing, std::size_t inPiece, std::size_t n)
                  { std::copy_n (from + inRing, n, to + inPiece); });
    numLostBefore_ = run.position - static_cast<std::int64_t> (read);
    // Release: the writer may now overwrite gaps and samples.
    gapsRead_.store (run.numGapsPassed, std::memory_order_release);
    read_.store (read + static_cast<std::uint64_t> (count), std::memory_order_release);
    return count;
}

std::int64_t SampleRing::numLost () const noexcept
{
    return numLost_.load (std::memory_order_relaxed);
}

} // namespace melstrom
