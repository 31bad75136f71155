// Phases as integers: exact, wrapping, the same on every machine.
#pragma once

#include <cmath>
#include <cstdint>

namespace melstrom
{

// A partial's frequency is a sum of coefficients times functions of time that its voice shares:
//   f_k(t) = h_k g0(t) + b_k g2(t) + s_k g3(t)          cycles per sample
//   phase_k = phi_k + h_k T0 + b_k T2 + s_k T3          cycles; Tj = the integral of gj
// Coefficients are multiples of 2^-18 and fit 32 bits; Tj and gj are multiples of 2^-46 and fit 64
// bits. A product is then a multiple of 2^-64 and wraps in 64 bits by whole cycles: no bit is lost,
// however long a note sounds. A unison copy changes T0 and g0 before they reach the partials: see
// copyTurns, and CopyWander.h for its wander. A copy's position is a multiple of 2^-10, and its
// factors T1 and g1 of the detune are multiples of 2^-36, so that these products wrap exactly too.

inline constexpr int kCoefficientBits = 18, kTurnBits = 46, kCopyBits = 10;
inline constexpr int kDetuneTurnBits = kTurnBits - kCopyBits;
static_assert (kCoefficientBits + kTurnBits == 64);

/** 2^-18 steps; |value| < 8192. */
inline std::int32_t toCoefficient (double value) noexcept
{
    return static_cast<std::int32_t> (std::llround (std::ldexp (value, kCoefficientBits)));
}
/** Cycles a sample in 2^-46 steps; |cyclesPerSample| < 2^15. */
inline std::int64_t toTurnRate (double cyclesPerSample) noexcept
{
    return std::llround (cyclesPerSample * static_cast<double> (std::int64_t {1} << kTurnBits));
}

/** Cycles a sample in 2^-36 steps: for the rates of OscillatorSegment::detune only. */
inline std::int64_t toDetuneRate (double cyclesPerSample) noexcept
{
    return std::llround (cyclesPerSample *
                         static_cast<double> (std::int64_t {1} << kDetuneTurnBits));
}

/** T0 of the copy at `position` (2^-10 steps); wraps. base and result: 2^-46 cycles; detune: 2^-36
    cycles. copyRate is the same sum of rates. */
constexpr std::uint64_t copyTurns (std::uint64_t base, std::uint64_t detune,
                                   std::int32_t position) noexcept
{
    return base + static_cast<std::uint64_t> (static_cast<std::int64_t> (position)) * detune;
}
constexpr std::int64_t copyRate (std::int64_t base, std::int64_t detune,
                                 std::int32_t position) noexcept
{
    return base + position * detune;
}

/** Cycles of the product, in steps of 2^-64; wraps. */
constexpr std::uint64_t phaseOf (std::int32_t coefficient, std::uint64_t turns) noexcept
{
    return static_cast<std::uint64_t> (static_cast<std::int64_t> (coefficient)) * turns;
}

/** The integral after `samples` of a segment, in which the rate changes linearly from `start` to
    `end`; rounded down. samples: 0 .. segmentSamples */
constexpr std::uint64_t turnsAfter (std::uint64_t turns, std::int64_t start, std::int64_t end,
                                    int samples, int segmentSamples) noexcept
{
    const std::int64_t bend = (end - start) * samples * samples;
    const std::int64_t twice = 2 * static_cast<std::int64_t> (segmentSamples);
    const std::int64_t floored = (bend - ((bend % twice) + twice) % twice) / twice;
    return turns + static_cast<std::uint64_t> (start * samples + floored);
}

} // namespace melstrom
