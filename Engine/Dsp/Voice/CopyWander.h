// Slow wander of unison copies about their positions, so that no beat pattern repeats.
#pragma once

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <cstdint>

namespace melstrom
{

// T1, the integral of the detune, counts the cycles by which a copy at position 1 is ahead of the
// note. The wander of a copy is a function of T1 alone and is added to the turns of its
// fundamental. So it has no state, stands still without detune, and has a mean rate of 0. It is a
// polyline with corners 1/32 of a cycle of T1 apart. The corners lie on
//   a_j + (a_(j+1) - a_j) (3 x^2 - 2 x^3)    for T1 = 2 (j + x) cycles, 0 <= x < 1
// where a_j is a hash of table, copy and j, uniform in -7/16 .. 7/16 of a cycle, and a_0 = 0.
// All numbers are integers. The wander repeats after 2^28 cycles, as T1 does.

inline constexpr int kWanderLineBits = 31; ///< log2 of T1's 2^-36 cycles between corners
inline constexpr int kWanderKnotBits = 6;  ///< log2 of the corners from a_j to a_(j+1)
inline constexpr int kWanderTurnBits = 15; ///< corners are multiples of 2^-15 cycles
/** arbitrary, unlike the seeds of other hashes: "WAND" */
inline constexpr std::uint32_t kWanderSeed = 0x57414e44u;

/** a_j in 2^-15 cycles. knot: below 2^27 */
MELSTROM_HOST_DEVICE constexpr std::int64_t wanderKnot (std::uint32_t tableSeed, std::uint32_t copy,
                                                        std::uint32_t knot) noexcept
{
    constexpr std::uint32_t kMost = 7u << (kWanderTurnBits - 4); // 7/16
    if (knot == 0)
        return 0;
    const std::uint32_t word = hashOf (tableSeed ^ kWanderSeed, (copy << 27) | knot) >> 16;
    return static_cast<std::int64_t> ((word * (2 * kMost + 1)) >> 16) - kMost;
}

/** One line of the polyline. */
struct WanderLine
{
    std::int64_t start = 0; ///< 2^-15 cycles
    std::int64_t slope = 0; ///< to the next corner; relative to the detune: 2^-10 steps

    /** Wander in 2^-46 cycles, at a T1 on this line. */
    MELSTROM_HOST_DEVICE constexpr std::int64_t at (std::uint64_t detuneTurns) const noexcept
    {
        constexpr std::uint64_t kMask = (std::uint64_t {1} << kWanderLineBits) - 1;
        return start * (std::int64_t {1} << kWanderLineBits) +
               slope * static_cast<std::int64_t> (detuneTurns & kMask);
    }
};

/** Index of the line that T1 is on. */
MELSTROM_HOST_DEVICE constexpr std::uint64_t wanderLineIndex (std::uint64_t detuneTurns) noexcept
{
    return detuneTurns >> kWanderLineBits;
}

MELSTROM_HOST_DEVICE constexpr WanderLine wanderLine (std::uint32_t tableSeed, std::uint32_t copy,
                                                      std::uint64_t index) noexcept
{
    constexpr std::int64_t kCorners = 1 << kWanderKnotBits;
    constexpr std::uint32_t kKnotMask = (1u << 27) - 1;
    const auto knot = static_cast<std::uint32_t> (index >> kWanderKnotBits);
    const std::int64_t from = wanderKnot (tableSeed, copy, knot);
    const std::int64_t way = wanderKnot (tableSeed, copy, (knot + 1) & kKnotMask) - from;
    const auto corner = [=] (std::int64_t i) // 3 x^2 - 2 x^3 in 2^-18 steps, rounded down
    { return from + ((way * i * i * (3 * kCorners - 2 * i)) >> (3 * kWanderKnotBits)); };
    const auto i = static_cast<std::int64_t> (index) & (kCorners - 1);
    const std::int64_t start = corner (i);
    return {start, corner (i + 1) - start};
}

/** Offset of a copy's turns at a segment's start, in 2^-46 cycles, and of its rate throughout the
    segment. */
struct CopyWander
{
    std::uint64_t turns = 0;
    std::int64_t rate = 0;
};

/** Wander of a copy over one segment. Its end differs from the start of the next segment by at most
    32 steps of 2^-46 cycles. detune: of the segment; copy: below 16, in a unison of several copies:
    a single copy does not wander. The same on every backend. */
MELSTROM_HOST_DEVICE constexpr CopyWander wanderOf (const TurnRamp& detune, std::uint32_t tableSeed,
                                                    std::uint32_t copy) noexcept
{
    static_assert (kControlSamples == 32);
    const std::uint64_t end = turnsAfter (detune.turns, detune.startRate, detune.endRate,
                                          kControlSamples, kControlSamples);
    const std::uint64_t index = wanderLineIndex (detune.turns);
    const WanderLine line = wanderLine (tableSeed, copy, index);
    const std::int64_t from = line.at (detune.turns);
    const std::int64_t to = wanderLineIndex (end) == index
                                ? line.at (end)
                                : wanderLine (tableSeed, copy, wanderLineIndex (end)).at (end);
    return {static_cast<std::uint64_t> (from), (to - from) >> 5};
}

/** The copy's fundamental with its wander. Gains follow the fundamental without wander, because
    they would step at corners. */
MELSTROM_HOST_DEVICE constexpr TurnRamp wandering (const TurnRamp& copy,
                                                   const CopyWander& wander) noexcept
{
    return {copy.turns + wander.turns, copy.startRate + wander.rate, copy.endRate + wander.rate};
}

} // namespace melstrom
