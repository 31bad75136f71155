#include "Engine/Realtime/Queues/SampleRing.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
void interleave (const float* const* channels, std::uint64_t numChannels, std::uint64_t from,
                 std::uint64_t count, float* to) noexcept
{
    if (numChannels == 2)
    {
        const float *const left = channels[0] + from, *const right = channels[1] + from;
        for (std::uint64_t i = 0; i < count; ++i)
        {
            to[2 * i] = left[i];
            to[2 * i + 1] = right[i];
        }
        return;
    }
    for (std::uint64_t channel = 0; channel < numChannels; ++channel)
        for (std::uint64_t i = 0; i < count; ++i)
            to[i * numChannels + channel] = channels[channel][from + i];
}

void separate (const float* from, std::uint64_t numChannels, std::uint64_t count,
               float* const* channels, std::uint64_t to) noexcept
{
    for (std::uint64_t channel = 0; channel < numChannels; ++channel)
        for (std::uint64_t i = 0; i < count; ++i)
            channels[channel][to + i] = from[i * numChannels + channel];
}
} // namespace

SampleRing::SampleRing (std::span<float> memory, int numChannels, int capacitySamples,
                        int lookBackSamples) noexcept
    : memory_ (memory.data ()), numChannels_ (static_cast<std::uint64_t> (numChannels)),
      capacity_ (static_cast<std::uint64_t> (capacitySamples)),
      lookBack_ (static_cast<std::uint64_t> (lookBackSamples)), numPlaces_ (capacity_ + lookBack_),
      written_ (lookBack_), read_ (lookBack_), numLostBefore_ (-lookBackSamples)
{
}

std::uint64_t SampleRing::numTogether (std::uint64_t index, std::uint64_t numSamples) const noexcept
{
    return std::min (numSamples, numPlaces_ - index % numPlaces_);
}

bool SampleRing::tryPush (const float* const* channels, int numSamples) noexcept
{
    if (numSamples <= 0)
        return true;
    const auto count = static_cast<std::uint64_t> (numSamples);
    const auto written = written_.load (std::memory_order_relaxed);
    const auto numGaps = gapsWritten_.load (std::memory_order_relaxed);
    // Acquire: the reader has finished its work on the freed space.
    const bool fits = count <= capacity_ - (written - read_.load (std::memory_order_acquire));
    const bool isToldOf =
        numUntold_ == 0 || numGaps - gapsRead_.load (std::memory_order_acquire) < kMostGaps;
    nextPosition_ += numSamples;
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
    const auto together = numTogether (written, count);
    interleave (channels, numChannels_, 0, together, at (written % numPlaces_));
    interleave (channels, numChannels_, together, count - together, memory_);
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

void SampleRing::free (const Run& run, int numSamples) noexcept
{
    const auto read = read_.load (std::memory_order_relaxed);
    numLostBefore_ = run.position - static_cast<std::int64_t> (read);
    // Release: the writer may now overwrite gaps, and samples behind the look-back.
    gapsRead_.store (run.numGapsPassed, std::memory_order_release);
    read_.store (read + static_cast<std::uint64_t> (numSamples), std::memory_order_release);
}

int SampleRing::pop (float* const* out, int numSamples) noexcept
{
    const auto run = nextRun ();
    const int count = std::min (numSamples, run.numSamples);
    if (count <= 0)
        return 0;
    const auto read = read_.load (std::memory_order_relaxed);
    const auto together = numTogether (read, static_cast<std::uint64_t> (count));
    separate (at (read % numPlaces_), numChannels_, together, out, 0);
    separate (memory_, numChannels_, static_cast<std::uint64_t> (count) - together, out, together);
    free (run, count);
    return count;
}

SampleRing::Piece SampleRing::take (int numSamples) noexcept
{
    const auto run = nextRun ();
    const int most = std::min (numSamples, run.numSamples);
    if (most <= 0)
        return {run.position, nullptr, 0};
    const auto read = read_.load (std::memory_order_relaxed);
    const auto count = static_cast<int> (numTogether (read, static_cast<std::uint64_t> (most)));
    free (run, count);
    return {run.position, at (read % numPlaces_), count};
}

const float* SampleRing::recent (int numBack) noexcept
{
    const auto count = static_cast<std::uint64_t> (numBack);
    const auto first = read_.load (std::memory_order_relaxed) - count;
    // What lies at the beginning of the memory is continued behind its last place.
    const auto together = numTogether (first, count);
    std::copy_n (memory_, (count - together) * numChannels_, at (numPlaces_));
    return at (first % numPlaces_);
}

void SampleRing::putRecent (const float* samples, int numBack) noexcept
{
    const auto count = static_cast<std::uint64_t> (numBack);
    const auto first = read_.load (std::memory_order_relaxed) - count;
    const auto together = numTogether (first, count);
    std::copy_n (samples, together * numChannels_, at (first % numPlaces_));
    std::copy_n (samples + together * numChannels_, (count - together) * numChannels_, memory_);
}

std::int64_t SampleRing::numLost () const noexcept
{
    return numLost_.load (std::memory_order_relaxed);
}

} // namespace melstrom
