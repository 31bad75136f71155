// Random start phases of partials, the same on every backend.
#pragma once

#include "Engine/Dsp/Voice/CounterHash.h"

namespace melstrom
{

/** 0 .. 1 in steps of 2^-32, for startPhase. */
inline std::uint64_t toPhaseAmount (float share) noexcept
{
    const double cut = share < 0.0f ? 0.0 : (share > 1.0f ? 1.0 : static_cast<double> (share));
    return static_cast<std::uint64_t> (cut * 4294967296.0);
}

/** The seed of an oscillator's start phases in one note. */
MELSTROM_HOST_DEVICE constexpr std::uint32_t startPhaseSeed (std::uint32_t noteSeed,
                                                             std::uint32_t tableSeed) noexcept
{
    return noteSeed ^ tableSeed;
}

/** Index of a partial in the hash's sequence. copy: below 16; partial: its index in the table,
    below 65536 */
MELSTROM_HOST_DEVICE constexpr std::uint32_t startPhaseIndex (std::uint32_t copy,
                                                              std::uint32_t partial) noexcept
{
    return copy * 65536u + partial;
}

/** Start phase in 2^-64 cycles, exact: a hash of 32 bits times the amount. 0: the partial starts as
    a sine. amount: from toPhaseAmount */
MELSTROM_HOST_DEVICE constexpr std::uint64_t startPhase (std::uint32_t seed, std::uint32_t index,
                                                         std::uint64_t amount) noexcept
{
    return hashOf (seed, index) * amount;
}

} // namespace melstrom
