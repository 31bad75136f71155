#include "Engine/Realtime/Effects/Effects.h"

#include <algorithm>

namespace melstrom
{

EffectSettings effectSettings (const PatchValues& patch) noexcept
{
    return {softClipSettings (patch), equalizerSettings (patch), chorusSettings (patch),
            delaySettings (patch),    reverbSettings (patch),    outputGainSettings (patch)};
}

double effectTailSeconds (const EffectSettings& settings, double delaySeconds) noexcept
{
    const double quietDb =
        96 + equalizerMostGainDb (settings.equalizer) + std::max (0.0, settings.output.gainDb);
    double seconds = equalizerTailSeconds (settings.equalizer, quietDb);
    if (settings.chorus.mix > 0)
        seconds += kChorusTapSeconds.back () + settings.chorus.depthSeconds;
    seconds += delayTailSeconds (settings.delay, delaySeconds, quietDb);
    if (settings.reverb.mix > 0)
    {
        constexpr double kDiffusionSeconds = 0.2;
        seconds += settings.reverb.predelaySeconds + kDiffusionSeconds +
                   settings.reverb.timeSeconds * quietDb / 60;
    }
    return seconds;
}

void Effects::prepare (double sampleRateHz, const EffectSettings& settings)
{
    clip_.prepare (sampleRateHz);
    equalizer_.prepare (sampleRateHz);
    chorus_.prepare (sampleRateHz);
    delay_.prepare (sampleRateHz);
    reverb_.prepare (sampleRateHz);
    output_.prepare (sampleRateHz);
    setSettings (settings);
}

void Effects::reset () noexcept
{
    clip_.reset ();
    equalizer_.reset ();
    chorus_.reset ();
    delay_.reset ();
    reverb_.reset ();
    output_.reset ();
}

void Effects::setSettings (const EffectSettings& settings) noexcept
{
    settings_ = settings;
    clip_.setSettings (settings.clip);
    equalizer_.setSettings (settings.equalizer);
    chorus_.setSettings (settings.chorus);
    delay_.setSettings (settings.delay);
    reverb_.setSettings (settings.reverb);
    output_.setSettings (settings.output);
}

void Effects::setMixes (const EffectMixes& mixes) noexcept
{
    settings_.chorus.mix = mixes.chorus;
    settings_.delay.mix = mixes.delay;
    settings_.reverb.mix = mixes.reverb;
    chorus_.setMix (mixes.chorus);
    delay_.setMix (mixes.delay);
    reverb_.setMix (mixes.reverb);
}

void Effects::process (float* left, float* right, int numSamples, const SongTime* song,
                       std::int64_t start) noexcept
{
    clip_.process (left, right, numSamples);
    equalizer_.process (left, right, numSamples);
    chorus_.process (left, right, numSamples);
    delay_.process (left, right, numSamples, song, start);
    reverb_.process (left, right, numSamples);
    output_.process (left, right, numSamples);
}

} // namespace melstrom
