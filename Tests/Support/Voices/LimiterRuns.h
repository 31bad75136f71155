// Sounds through the limiter, for tests.
#pragma once

#include "Engine/Realtime/Effects/Limiter.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

inline constexpr double kLimiterRateHz = 48000;

inline double decibels (double ratio)
{
    return 20 * std::log10 (ratio);
}

inline StereoSound scaled (StereoSound sound, double gain)
{
    for (auto* const side : {&sound.left, &sound.right})
        for (float& sample : *side)
            sample = static_cast<float> (gain * static_cast<double> (sample));
    return sound;
}

inline StereoSound limited (StereoSound sound, double rateHz = kLimiterRateHz,
                            int blockSamples = 4096)
{
    Limiter limiter;
    limiter.prepare (rateHz);
    processPart (limiter, sound, 0, sound.size (), blockSamples);
    return sound;
}

/** Both channels get the same samples. */
template <typename Function>
StereoSound soundOf (int numSamples, Function&& sampleAt)
{
    StereoSound sound (numSamples);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        sound.left[n] = sound.right[n] = static_cast<float> (sampleAt (n));
    return sound;
}

inline float peakOf (const StereoSound& sound)
{
    float peak = 0;
    for (const auto* const side : {&sound.left, &sound.right})
        for (const float sample : *side)
        {
            REQUIRE (std::isfinite (sample));
            peak = std::max (peak, std::abs (sample));
        }
    return peak;
}

} // namespace melstrom::testing
