// Random numbers as a function of their index: no state, any order, the same on every backend.
#pragma once

#include "Engine/Core/HostDevice.h"

#include <cstdint>

namespace melstrom
{

/** A bijective mix of 32 bits. Source: Wellons 2018, "Prospecting for Hash Functions",
    lowbias32. */
MELSTROM_HOST_DEVICE constexpr std::uint32_t mixWord (std::uint32_t x) noexcept
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

/** 32 random bits for (seed, index). */
MELSTROM_HOST_DEVICE constexpr std::uint32_t hashOf (std::uint32_t seed,
                                                     std::uint32_t index) noexcept
{
    return mixWord (index + mixWord (seed + 0x9e3779b9u));
}

/** A hash as a number, uniform in (-1, 1). */
constexpr double bipolarOf (std::uint32_t hash) noexcept
{
    return (static_cast<double> (static_cast<std::int32_t> (hash)) + 0.5) / 2147483648.0;
}
/** Uniform in (0, 1). */
constexpr double shareOf (std::uint32_t hash) noexcept
{
    return (static_cast<double> (hash) + 0.5) / 4294967296.0;
}

} // namespace melstrom
