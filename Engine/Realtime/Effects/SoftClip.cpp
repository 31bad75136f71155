#include "Engine/Realtime/Effects/SoftClip.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** Replaces NaN and infinities by 0 and clamps to +-64; the curve is constant beyond 7.9. */
float bounded (float driven) noexcept
{
    constexpr float kMost = 64;
    return driven >= -kMost && driven <= kMost         ? driven
           : driven > kMost && std::isfinite (driven)  ? kMost
           : driven < -kMost && std::isfinite (driven) ? -kMost
                                                       : 0;
}

} // namespace

SoftClipSettings softClipSettings (const PatchValues& patch) noexcept
{
    return {.isOn = patch.whole (PatchKey::clipOn) != 0,
            .drive = double {patch[PatchKey::clipDrive]}};
}

float softClipCurve (float x) noexcept
{
    // From here on tanh is 1 in float. NaN passes, because every comparison with it fails.
    constexpr float kEnd = 7.90531110763549805f;
    // Below this square the quotient is the same in float, but its terms would be denormal.
    constexpr float kSmallestSquare = 1e-20f;
    const float square = x * x;
    const float x2 = square < kSmallestSquare ? kSmallestSquare : square;
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
    if (x > kEnd)
        return 1;
    if (x < -kEnd)
        return -1;
    return y > 1 ? 1 : y < -1 ? -1 : y;
}

void SoftClip::prepare (double sampleRateHz) noexcept
{
    drive_.prepare (sampleRateHz);
    share_.prepare (sampleRateHz);
    settings_ = {};
    reset ();
}

void SoftClip::reset () noexcept
{
    isFresh_ = true;
    // After this time the slowest section, with the coefficient 0.97, has decayed below any float.
    constexpr int kSettledSamples = 4096;
    rest_.setPatience (kSettledSamples);
    rest_.fallAsleep ();
    oversampling_.reset ();
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

StereoSample SoftClip::clipped (StereoSample driven) noexcept
{
    auto samples = oversampling_.up ({bounded (driven.left), bounded (driven.right)});
    for (StereoSample& sample : samples)
        sample = {softClipCurve (sample.left), softClipCurve (sample.right)};
    return oversampling_.down (samples);
}

void SoftClip::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        isFresh_ = false;
        const float drive = static_cast<float> (drive_.next ());
        const float share = static_cast<float> (share_.next ());
        const bool isOff = share_.isAt (0);
        if (rest_.fallsAsleep (! isOff && (left[n] != 0 || right[n] != 0)))
            oversampling_.reset ();
        if (isOff || rest_.isAsleep ())
            continue;
        const StereoSample bent = clipped ({drive * left[n], drive * right[n]});
        left[n] = share == 1 ? bent.left : left[n] + share * (bent.left - left[n]);
        right[n] = share == 1 ? bent.right : right[n] + share * (bent.right - right[n]);
    }
}

} // namespace melstrom
