#include "Engine/Realtime/Effects/Limiter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

double LimiterReport::reductionDb () const noexcept
{
    return leastGain < 1 ? -20 * std::log10 (leastGain) : 0;
}

double limiterGain (double peak) noexcept
{
    constexpr double kKnee = Limiter::kKnee, kRange = Limiter::kCeiling - kKnee;
    const double beyond = peak - kKnee;
    return (kKnee + kRange * (beyond / (kRange + beyond))) / peak;
}

void Limiter::prepare (double sampleRateHz) noexcept
{
    holdSamples_ = static_cast<int> (std::ceil (kHoldSeconds * sampleRateHz));
    releaseRatio_ = std::pow (10, kReleaseDbPerSecond / (20 * sampleRateHz));
    report_ = {};
    reset ();
}

void Limiter::reset () noexcept
{
    gain_ = 1;
    numHeld_ = 0;
}

void Limiter::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        // isQuiet is false for NaN
        const bool isQuiet = std::abs (left[n]) <= kKnee && std::abs (right[n]) <= kKnee;
        if (! isQuiet || gain_ < 1)
            limit (left[n], right[n]);
    }
}

void Limiter::limit (float& left, float& right) noexcept
{
    const bool isMono = &left == &right;
    for (float* const sample : {&left, &right})
        if (! std::isfinite (*sample))
        {
            *sample = 0;
            ++report_.numInvalid;
        }
    const double peak = std::max (std::abs (left), std::abs (right));
    if (numHeld_ < holdSamples_)
        ++numHeld_;
    else
        gain_ = std::min (1.0, gain_ * releaseRatio_);
    if (peak * gain_ > kKnee)
    {
        gain_ = std::min (gain_, limiterGain (peak));
        numHeld_ = 0;
    }
    if (! (gain_ < 1))
        return;
    left = turnedDown (left);
    if (! isMono)
        right = turnedDown (right);
    ++report_.numLimited;
    report_.leastGain = std::min (report_.leastGain, gain_);
}

float Limiter::turnedDown (float sample) const noexcept
{
    const auto value = static_cast<float> (static_cast<double> (sample) * gain_);
    if (std::abs (value) < std::numeric_limits<float>::min ())
        return 0;
    return std::clamp (value, -kCeiling, kCeiling);
}

} // namespace melstrom
