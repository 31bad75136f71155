#include "Standalone/App/Audio/PlayedSound.h"

#include <algorithm>
#include <array>

namespace melstrom
{

PlayedSound::PlayedSound (const CallbackGate& gate) : files_ (gate), songs_ (gate)
{
    instrument_.setPlayHead (&head_);
}

juce::Optional<juce::AudioPlayHead::PositionInfo> PlayedSound::SongHead::getPosition () const
{
    const auto& place = sound_.songs_.place ();
    PositionInfo info;
    if (! (place.beatsPerSample > 0))
        return info;
    info.setBpm (place.beatsPerSample * 60 * sound_.rateHz_);
    info.setPpqPosition (place.beats);
    info.setIsPlaying (place.isRunning);
    return info;
}

void PlayedSound::prepare (double rateHz, int maxBlockSamples)
{
    rateHz_ = rateHz;
    left_.assign (static_cast<std::size_t> (maxBlockSamples), 0.0f);
    right_ = left_;
    monitorGain_.prepare (rampSamples (rateHz));
    monitorGain_.snapTo (isMonitored () ? 1 : 0);
    inbox_.reset ();
    songs_.reset ();
    files_.reset (rateHz);
    instrument_.setRateAndBufferSizeDetails (rateHz, maxBlockSamples);
    instrument_.prepareToPlay (rateHz, maxBlockSamples);
}

StereoBlock PlayedSound::render (const StereoBlock& input, std::int64_t nowNs) noexcept
{
    const int numSamples = input.numSamples;
    std::fill_n (left_.begin (), numSamples, 0.0f);
    std::fill_n (right_.begin (), numSamples, 0.0f);
    midi_.clear ();
    inbox_.take (midi_, nowNs, numSamples, rateHz_);
    songs_.add (midi_, numSamples);
    const std::array channels {left_.data (), right_.data ()};
    juce::AudioBuffer<float> audio (channels.data (), 2, numSamples);
    instrument_.processBlock (audio, midi_.buffer ());
    files_.add (left_.data (), right_.data (), numSamples);
    addMonitored (input);
    return {left_.data (), right_.data (), numSamples};
}

void PlayedSound::addMonitored (const StereoBlock& input) noexcept
{
    monitorGain_.setTarget (isMonitored_.load (std::memory_order_relaxed) ? 1 : 0);
    if (monitorGain_.isAt (0))
        return;
    for (int n = 0; n < input.numSamples; ++n)
    {
        const auto gain = static_cast<float> (monitorGain_.next ());
        left_[static_cast<std::size_t> (n)] += gain * input.left[n];
        right_[static_cast<std::size_t> (n)] += gain * input.right[n];
    }
}

} // namespace melstrom
