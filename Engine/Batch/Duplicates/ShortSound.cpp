#include "Engine/Batch/Duplicates/ShortSound.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kSoundsRatio = 1e-3f, kSilentLevel = 1e-4f;
constexpr double kLeastVaryingRatio = 1e-3;
} // namespace

ShortSound shortSoundOf (std::span<const float> samples)
{
    float largest = 0;
    for (const float sample : samples)
        largest = std::max (largest, std::abs (sample));
    if (! (largest >= kSilentLevel) || ! std::isfinite (largest))
        return {};
    const auto sounds = [&] (float sample) { return std::abs (sample) >= largest * kSoundsRatio; };
    const auto first = std::ranges::find_if (samples, sounds);
    const auto last = std::find_if (samples.rbegin (), samples.rend (), sounds).base ();
    const auto count = static_cast<std::size_t> (last - first);
    if (count < kLeastShortSamples || count > kMostShortSamples)
        return {};
    ShortSound sound {{first, last}, first - samples.begin ()};
    for (float& sample : sound.samples)
        sample /= largest;
    double sum = 0, squares = 0, varying = 0;
    for (const double sample : sound.samples)
    {
        sum += sample;
        squares += sample * sample;
    }
    const double mean = sum / static_cast<double> (count);
    for (float& sample : sound.samples)
    {
        sample -= static_cast<float> (mean);
        varying += static_cast<double> (sample) * sample;
    }
    return varying >= squares * kLeastVaryingRatio ? sound : ShortSound {};
}

} // namespace melstrom
