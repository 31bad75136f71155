#include "Engine/Core/Half.h"

#include <bit>

namespace melstrom
{

namespace
{

// Bits of floats; a half has 13 bits of mantissa less, and its exponent's bias is 112 less.
constexpr std::uint32_t kFloatInfinity = 0x7f800000u;
constexpr std::uint32_t kFloatQuietBit = 0x00400000u;
constexpr std::uint32_t kFirstThatOverflows = 0x477ff000u; // 65520, half way past 65504
constexpr std::uint32_t kSmallestNormalHalf = 0x38800000u; // 2^-14
constexpr std::uint32_t kBiasDifference = 112u << 23;
constexpr int kMantissaDifference = 13;

constexpr std::uint16_t kHalfSign = 0x8000;
constexpr std::uint16_t kHalfInfinity = 0x7c00;
constexpr std::uint16_t kHalfQuietBit = 0x0200;
constexpr std::uint16_t kHalfMantissa = 0x03ff;
constexpr std::uint16_t kLargestHalfBits = 0x7bff;

/** Below 2^-14 halves have steps of 2^-24. Floats in [0.5, 1) have the same steps: adding 0.5
    rounds to them. */
std::uint32_t subnormalSteps (std::uint32_t magnitude) noexcept
{
    return std::bit_cast<std::uint32_t> (std::bit_cast<float> (magnitude) + 0.5f) -
           std::bit_cast<std::uint32_t> (0.5f);
}

/** Adds just under half a step, or exactly half a step if the last kept bit is odd, and
    truncates. */
std::uint32_t roundedNormal (std::uint32_t magnitude) noexcept
{
    const std::uint32_t lastKeptBit = (magnitude >> kMantissaDifference) & 1u;
    return (magnitude + 0xfffu + lastKeptBit - kBiasDifference) >> kMantissaDifference;
}

} // namespace

std::uint16_t toHalf (float value) noexcept
{
    const auto bits = std::bit_cast<std::uint32_t> (value);
    const std::uint32_t sign = (bits >> 16) & kHalfSign;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    std::uint32_t half = kHalfInfinity;
    if (magnitude > kFloatInfinity)
        half |= kHalfQuietBit | ((magnitude >> kMantissaDifference) & kHalfMantissa);
    else if (magnitude < kSmallestNormalHalf)
        half = subnormalSteps (magnitude);
    else if (magnitude < kFirstThatOverflows)
        half = roundedNormal (magnitude);
    return static_cast<std::uint16_t> (sign | half);
}

std::uint16_t toHalfSaturated (float value) noexcept
{
    const std::uint16_t half = toHalf (value);
    const bool infinite = (half & ~kHalfSign) == kHalfInfinity;
    return infinite ? static_cast<std::uint16_t> ((half & kHalfSign) | kLargestHalfBits) : half;
}

float fromHalf (std::uint16_t half) noexcept
{
    constexpr float kStep = 1.0f / 16777216.0f; // 2^-24
    const std::uint32_t sign = static_cast<std::uint32_t> (half & kHalfSign) << 16;
    const std::uint32_t magnitude = half & 0x7fffu;
    std::uint32_t bits = (magnitude << kMantissaDifference) + kBiasDifference;
    if (magnitude > kHalfInfinity)
        bits = kFloatInfinity | kFloatQuietBit | (magnitude << kMantissaDifference);
    else if (magnitude == kHalfInfinity)
        bits = kFloatInfinity;
    else if (magnitude <= kHalfMantissa)
        bits = std::bit_cast<std::uint32_t> (static_cast<float> (magnitude) * kStep);
    return std::bit_cast<float> (sign | bits);
}

} // namespace melstrom
