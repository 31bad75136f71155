#include "Standalone/App/Audio/WatchedSound.h"

#include <cmath>
#include <utility>

namespace melstrom
{

void WatchedSound::prepare (double rateHz, int maxBlockSamples, int numOverruns)
{
    updateHistory ();
    static_cast<void> (gaps ());
    const auto atNewRate = [ratio = rateHz_ > 0 ? rateHz / rateHz_ : 1] (std::int64_t position)
    { return ratio == 1 ? position : std::llround (static_cast<double> (position) * ratio); };
    const auto position = atNewRate (position_ + held_.numSamples ()); // held ones are lost
    for (auto& gap : gaps_)
        gap = {atNewRate (gap.position), atNewRate (gap.numSamples)};
    held_ = HeldSound (CaptureClock::kMostHeld * maxBlockSamples);
    for (auto& tap : taps_)
    {
        tap.prepare (rateHz, maxBlockSamples);
        tap.skip (position);
    }
    for (auto& meter : meters_)
        meter.reset ();
    forgottenClips_ = {};
    waveFeed_.reset (position);
    wave_.begin (rateHz, position);
    soundFeed_.prepare (rateHz, position);
    recorder_.deviceStarts (rateHz);
    position_ = position;
    isAwaited_ = position > 0;
    rateHz_ = rateHz;
    clock_.start (rateHz, numOverruns);
}

void WatchedSound::take (const float* left, const float* right, int numSamples, std::int64_t timeNs,
                         int numOverruns) noexcept
{
    if (std::exchange (isAwaited_, false))
        skipPause (timeNs, numSamples);
    lastNs_ = timeNs;
    const auto step = clock_.step (timeNs, numSamples, numOverruns, held_.hasRoomFor (numSamples));
    if (step.gapSamples > 0)
        skip (step.gapSamples);
    if (step.releasesHeld || ! step.isHeld)
    {
        deliver (held_.left (), held_.right (), held_.numSamples ());
        held_.clear ();
    }
    if (step.isHeld)
        held_.add (left, right, numSamples);
    else
        deliver (left, right, numSamples);
}

void WatchedSound::deliver (const float* left, const float* right, int numSamples) noexcept
{
    if (numSamples == 0)
        return;
    const std::array channels {left, right};
    const auto position = position_.load (std::memory_order_relaxed);
    for (auto& tap : taps_)
        tap.push (left, right, numSamples);
    for (std::size_t channel = 0; channel < channels.size (); ++channel)
        meters_[channel].add (channels[channel], numSamples);
    waveFeed_.add (left, right, numSamples);
    soundFeed_.add (left, right, numSamples);
    recorder_.write (channels.data (), numSamples, position);
    position_.store (position + numSamples);
}

/** The recorder sees the gap in the next position. */
void WatchedSound::skip (std::int64_t numSamples) noexcept
{
    const auto position = position_.load (std::memory_order_relaxed);
    for (auto& tap : taps_)
        tap.skip (numSamples);
    waveFeed_.skip (numSamples);
    soundFeed_.skip (numSamples);
    static_cast<void> (newGaps_.tryPush ({position, numSamples}));
    position_.store (position + numSamples);
}

/** A callback brings the samples of the time before it. */
void WatchedSound::skipPause (std::int64_t timeNs, int numSamples) noexcept
{
    const double seconds = 1e-9 * static_cast<double> (timeNs - lastNs_);
    if (const auto pause = std::llround (seconds * rateHz_) - numSamples; pause > 0)
        skip (pause);
}

void WatchedSound::updateHistory ()
{
    waveFeed_.update (wave_.newest ());
    soundFeed_.update (sound_);
}

std::array<ChannelLevel, 2> WatchedSound::takeLevels () noexcept
{
    std::array<ChannelLevel, 2> levels;
    for (std::size_t channel = 0; channel < levels.size (); ++channel)
    {
        levels[channel] = meters_[channel].take ();
        levels[channel].numClipped -= forgottenClips_[channel];
    }
    return levels;
}

void WatchedSound::forgetClipping () noexcept
{
    for (std::size_t channel = 0; channel < meters_.size (); ++channel)
        forgottenClips_[channel] = meters_[channel].numClipped ();
}

const std::vector<DeviceGap>& WatchedSound::gaps ()
{
    for (DeviceGap gap; newGaps_.tryPop (gap);)
        gaps_.push_back (gap);
    return gaps_;
}

} // namespace melstrom
