// Noise as a function of its position, so that any order of work gives the same noise.
#pragma once

#include <cmath>
#include <cstdint>

namespace melstrom
{

/** A bijective mix of 64 bits. Source: Steele, Lea & Flood 2014 (SplitMix64's finaliser, Stafford's
    variant 13). */
constexpr std::uint64_t mixBits (std::uint64_t x) noexcept
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/** The N(0, 1) variate of one sample of one frame of one signal. Source: Box & Muller 1958. */
constexpr float ditherAt (std::uint64_t seed, std::uint64_t signal, std::int64_t frame,
                          int sample) noexcept
{
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ull;
    std::uint64_t bits = mixBits (seed + kGolden);
    bits = mixBits (bits ^ (signal + kGolden));
    bits = mixBits (bits ^ (static_cast<std::uint64_t> (frame) + kGolden));
    bits = mixBits (bits ^ (static_cast<std::uint64_t> (sample) + kGolden));
    constexpr float kUnit = 1.0f / 4294967296.0f;
    const float radius =
        std::sqrt (-2.0f * std::log ((static_cast<float> (bits >> 32) + 1.0f) * kUnit));
    const float angle = 6.2831853f * static_cast<float> (bits & 0xffffffffu) * kUnit;
    return radius * std::cos (angle);
}

} // namespace melstrom
