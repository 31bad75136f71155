#include "Standalone/App/Audio/WatchedSound.h"

namespace melstrom
{

void WatchedSound::prepare (double rateHz, int maxBlockSamples, int numOverruns)
{
    held_ = HeldSound (CaptureClock::kMostHeld * maxBlockSamples);
    for (auto& tap : taps_)
        tap.prepare (rateHz, maxBlockSamples);
    for (auto& meter : meters_)
        meter.reset ();
    forgottenClips_ = {};
    waveFeed_.reset ();
    wave_.emplace (rateHz, WaveFeed::kChannels, kMostWaveBytes);
    static_cast<void> (gaps ());
    gaps_.clear ();
    recorder_.deviceStarts (rateHz, steadyNs ());
    position_ = 0;
    clock_.start (rateHz, numOverruns);
}

void WatchedSound::take (const float* left, const float* right, int numSamples, std::int64_t timeNs,
                         int numOverruns) noexcept
{
    const auto step = clock_.step (timeNs, numSamples, numOverruns, held_.hasRoomFor (numSamples));
    if (step.gapSamples > 0)
        skip (step.gapSamples);
    if (step.releasesHeld || ! step.isHeld)
    {
        deliver (held_.left (), held_.right (), held_.numSamples (), timeNs);
        held_.clear ();
    }
    if (step.isHeld)
        held_.add (left, right, numSamples);
    else
        deliver (left, right, numSamples, timeNs);
}

void WatchedSound::deliver (const float* left, const float* right, int numSamples,
                            std::int64_t timeNs) noexcept
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
    recorder_.write (channels.data (), numSamples, position, timeNs);
    position_.store (position + numSamples);
}

/** The recorder sees the gap in the next position. */
void WatchedSound::skip (std::int64_t numSamples) noexcept
{
    const auto position = position_.load (std::memory_order_relaxed);
    for (auto& tap : taps_)
        tap.skip (numSamples);
    waveFeed_.skip (numSamples);
    static_cast<void> (newGaps_.tryPush ({position, numSamples}));
    position_.store (position + numSamples);
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
