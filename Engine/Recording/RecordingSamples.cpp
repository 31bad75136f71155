#include "Engine/Recording/RecordingSamples.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

void interleave (const float* const* channels, int numChannels, int numSamples,
                 std::span<float> out, ChangedSamples& counts) noexcept
{
    for (int channel = 0; channel < numChannels; ++channel)
    {
        auto to = static_cast<std::size_t> (channel);
        for (int n = 0; n < numSamples; ++n, to += static_cast<std::size_t> (numChannels))
        {
            const float sample = channels[channel][n];
            const bool isFinite = std::isfinite (sample);
            out[to] = isFinite ? sample : 0.0f;
            counts.numNonFinite += isFinite ? 0 : 1;
        }
    }
}

void roundTo24Bits (std::span<const float> in, std::span<std::int32_t> out,
                    ChangedSamples& counts) noexcept
{
    constexpr float kFullScale = 0x1p23f; // float32 products with it are exact
    for (std::size_t n = 0; n < in.size (); ++n)
    {
        const float steps = std::nearbyint (in[n] * kFullScale);
        const float inRange = std::clamp (steps, -kFullScale, kFullScale - 1);
        counts.numClipped += steps == inRange ? 0 : 1;
        out[n] = static_cast<std::int32_t> (inRange) * 256;
    }
}

void countClipped (std::span<const float> samples, ChangedSamples& counts) noexcept
{
    counts.numClipped +=
        std::ranges::count_if (samples, [] (float sample) { return std::abs (sample) > 1; });
}

} // namespace melstrom
