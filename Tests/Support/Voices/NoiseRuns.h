// Runs of a voice's noise, and measurements of them.
#pragma once

#include "Engine/Realtime/Noise/VoiceNoise.h"

#include <cmath>
#include <memory>
#include <vector>

namespace melstrom::testing
{

inline constexpr double kNoiseRateHz = 48000;
inline constexpr std::uint32_t kNoiseSeed = 1234;

struct NoiseSound
{
    std::vector<float> left, right;
};

/** A segment of unshaped noise at level 1 in the centre. number: segments since the note began */
inline NoiseSegment plainNoise (std::int64_t number)
{
    NoiseSegment segment;
    segment.noteSeed = kNoiseSeed;
    segment.samplesBefore = number * kControlSamples;
    segment.level = {1, 1};
    return segment;
}

/** Renders segments from the first on. change: called for each segment before it is rendered. */
template <typename Change>
NoiseSound soundNoise (int numSegments, Change change)
{
    const auto noise = std::make_unique<VoiceNoise> (kNoiseRateHz);
    const auto numSamples = static_cast<std::size_t> (numSegments * kControlSamples);
    NoiseSound out {std::vector<float> (numSamples), std::vector<float> (numSamples)};
    for (int i = 0; i < numSegments; ++i)
    {
        NoiseSegment segment = plainNoise (i);
        change (segment);
        const std::size_t at = static_cast<std::size_t> (i * kControlSamples);
        noise->add (0, segment, &out.left[at], &out.right[at]);
    }
    return out;
}

inline double noiseProduct (const std::vector<float>& a, const std::vector<float>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size (); ++i)
        sum += static_cast<double> (a[i]) * static_cast<double> (b[i]);
    return sum / static_cast<double> (a.size ());
}
inline double noisePower (const std::vector<float>& samples)
{
    return noiseProduct (samples, samples);
}

inline double whiteAt (std::int64_t index)
{
    return static_cast<double> (whiteNoise (kNoiseSeed, 0, index));
}

inline NoiseShape lowPassShape (float hertz, float colour)
{
    return {FilterType::low, FilterSlope::db12, hertz / static_cast<float> (kNoiseRateHz), 0.7071f,
            colour};
}

} // namespace melstrom::testing
