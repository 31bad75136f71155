#include "Engine/Realtime/Effects/OutputGain.h"

#include <cmath>

namespace melstrom
{

OutputGainSettings outputGainSettings (const PatchValues& patch) noexcept
{
    return {.gainDb = double {patch[PatchKey::outputGain]}};
}

void OutputGain::prepare (double sampleRateHz) noexcept
{
    gain_.prepare (sampleRateHz);
    settings_ = {};
    reset ();
}

void OutputGain::reset () noexcept
{
    isFresh_ = true;
    setSettings (settings_);
}

void OutputGain::setSettings (const OutputGainSettings& settings) noexcept
{
    settings_ = settings;
    const double gain = settings.gainDb == 0 ? 1 : std::pow (10.0, settings.gainDb / 20);
    gain_.setTarget (gain);
    if (isFresh_)
        gain_.snapTo (gain);
}

void OutputGain::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        isFresh_ = false;
        const float gain = static_cast<float> (gain_.next ());
        if (gain == 1)
            continue;
        left[n] *= gain;
        right[n] *= gain;
    }
}

} // namespace melstrom
