#include "Engine/Realtime/Effects/Effects.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

EffectSettings effectSettings (const PatchValues& patch) noexcept
{
    return {chorusSettings (patch), reverbSettings (patch), softClipSettings (patch)};
}

double effectTailSeconds (const EffectSettings& settings) noexcept
{
    double seconds = 0;
    if (settings.chorus.mix > 0)
        seconds += kChorusTapSeconds.back () + settings.chorus.depthSeconds;
    if (settings.reverb.mix > 0)
    {
        constexpr double kQuietDecibels = 96, kDiffusionSeconds = 0.2;
        const double gain = settings.clip.isOn ? std::max (1.0, settings.clip.drive) : 1;
        seconds += settings.reverb.predelaySeconds + kDiffusionSeconds +
                   settings.reverb.timeSeconds * (kQuietDecibels + 20 * std::log10 (gain)) / 60;
    }
    return seconds;
}

void Effects::prepare (double sampleRateHz, const EffectSettings& settings)
{
    chorus_.prepare (sampleRateHz);
    reverb_.prepare (sampleRateHz);
    clip_.prepare (sampleRateHz);
    setSettings (settings);
}

void Effects::reset () noexcept
{
    chorus_.reset ();
    reverb_.reset ();
    clip_.reset ();
}

void Effects::setSettings (const EffectSettings& settings) noexcept
{
    settings_ = settings;
    chorus_.setSettings (settings.chorus);
    reverb_.setSettings (settings.reverb);
    clip_.setSettings (settings.clip);
}

void Effects::process (float* left, float* right, int numSamples) noexcept
{
    chorus_.process (left, right, numSamples);
    reverb_.process (left, right, numSamples);
    clip_.process (left, right, numSamples);
}

} // namespace melstrom
