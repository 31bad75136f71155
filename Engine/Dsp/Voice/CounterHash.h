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

} // namespace melstrom
