#include "Engine/Realtime/Effects/SoftClip.h"

#include <algorithm>

namespace melstrom
{

SoftClipSettings softClipSettings (const PatchValues& patch) noexcept
{
    return {.isOn = patch.whole (PatchKey::clipOn) != 0,
            .drive = double {patch[PatchKey::clipDrive]}};
}

float softClipCurve (float x) noexcept
{
    // tanh is 1 to a float's last bit from here on; NaN passes, as every comparison with it fails
    constexpr float kEnd = 7.90531110763549805f;
    if (x > kEnd)
        return 1;
    if (x < -kEnd)
        return -1;
    const float x2 = x * x;
    float above = -2.76076847742355e-16f;
    above = above * x2 + 2.00018790482477e-13f;
    above = above * x2 + -8.60467152213735e-11f;
    above = above * x2 + 5.12229709037114e-08f;
    above = above * x2 + 1.48572235717979e-05f;
    above = above * x2 + 6.37261928875436e-04f;
    above = above * x2 + 4.89352455891786e-03f;
    float below = 1.19825839466702e-06f;
    below = below * x2 + 1.18534705686654e-04f;
    below = below * x2 + 2.26843463243900e-03f;
    below = below * x2 + 4.89352518554385e-03f;
    const float y = x * above / below;
    return y > 1 ? 1 : y < -1 ? -1 : y;
}

void SoftClip::prepare (double sampleRateHz) noexcept
{
    drive_.prepare (rampSamples (sampleRateHz));
    share_.prepare (rampSamples (sampleRateHz));
    settings_ = {};
    reset ();
}

void SoftClip::reset () noexcept
{
    isFresh_ = true;
    setSettings (settings_);
}

void SoftClip::setSettings (const SoftClipSettings& settings) noexcept
{
    settings_ = settings;
    const double share = settings.isOn ? 1 : 0;
    drive_.setTarget (settings.drive);
    share_.setTarget (share);
    if (isFresh_)
    {
        drive_.snapTo (settings.drive);
        share_.snapTo (share);
    }
}

void SoftClip::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        isFresh_ = false;
        const float drive = static_cast<float> (drive_.next ());
        const float share = static_cast<float> (share_.next ());
        if (share == 0)
            continue;
        for (float* const sample : {left + n, right + n})
        {
            const float clipped = softClipCurve (drive * *sample);
            *sample = share == 1 ? clipped : *sample + share * (clipped - *sample);
        }
    }
}

} // namespace melstrom
