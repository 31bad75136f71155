#include "Engine/Recording/RecordingRing.h"

#include <bit>
#include <cmath>

namespace melstrom
{
namespace
{

int capacityOf (int rateHz, double ringSeconds)
{
    return static_cast<int> (
        std::bit_ceil (static_cast<unsigned> (std::ceil (rateHz * ringSeconds))));
}

} // namespace

RecordingRing::RecordingRing (int rateHz, int numChannels, double ringSeconds)
    : rateHz_ (rateHz), capacitySamples_ (capacityOf (rateHz, ringSeconds)),
      memory_ (static_cast<std::size_t> (capacitySamples_) *
               static_cast<std::size_t> (numChannels)),
      ring_ (memory_, numChannels, capacitySamples_)
{
}

void RecordingRing::write (const float* const* channels, int numSamples,
                           std::int64_t position) noexcept
{
    if (numSamples <= 0)
        return;
    const auto jump = hasBegun_ ? position - devicePosition_ : 0;
    hasBegun_ = true;
    if (jump < 0 || jump > kLongestGapSeconds * rateHz_)
        numClockChanges_.store (numClockChanges_.load (std::memory_order_relaxed) + 1,
                                std::memory_order_relaxed);
    else if (jump > 0)
    {
        static_cast<void> (jumps_.tryPush ({endPosition_, jump})); // before the ring tells the gap
        ring_.skip (jump);
        endPosition_ += jump;
    }
    devicePosition_ = position + numSamples;
    endPosition_ += numSamples;
    static_cast<void> (ring_.tryPush (channels, numSamples)); // the ring counts lost samples
}

int RecordingRing::read (float* const* out, int numSamples, std::vector<RecordingGap>& gapsBefore)
{
    if (ring_.numReadable () == 0)
        return 0;
    addGaps (ring_.position (), gapsBefore);
    const int count = ring_.pop (out, numSamples);
    readPosition_ += count;
    return count;
}

void RecordingRing::readEnd (std::vector<RecordingGap>& gaps)
{
    addGaps (endPosition_, gaps);
}

/** The missing samples from readPosition_ to `end`: jumps of the device, and the rest. */
void RecordingRing::addGaps (std::int64_t end, std::vector<RecordingGap>& gaps)
{
    const auto stallUntil = [&] (std::int64_t position)
    {
        if (readPosition_ < position)
            gaps.push_back ({readPosition_, position - readPosition_, GapReason::stall});
        readPosition_ = position;
    };
    while (readPosition_ < end)
    {
        if (Jump jump; ! nextJump_ && jumps_.tryPop (jump))
            nextJump_ = jump;
        if (! nextJump_ || nextJump_->position >= end)
            break;
        stallUntil (nextJump_->position);
        gaps.push_back ({readPosition_, nextJump_->numSamples, GapReason::device});
        readPosition_ += nextJump_->numSamples;
        nextJump_.reset ();
    }
    stallUntil (end);
}

std::int64_t RecordingRing::numClockChanges () const noexcept
{
    return numClockChanges_.load (std::memory_order_relaxed);
}

double RecordingRing::fillRatio () const noexcept
{
    return static_cast<double> (ring_.numReadable ()) / capacitySamples_;
}

} // namespace melstrom
