// IEEE 754 half precision (binary16) in a uint16, one number at a time.
#pragma once

#include <cstdint>

namespace melstrom
{

inline constexpr float kLargestHalf = 65504.0f;

/** Nearest half, ties to even; from 65520 on infinity. NaN stays NaN: quiet, with the top ten bits
    of its payload, as F16C does. Expects the default rounding mode; flushed denormals have no
    effect. Thread: any. */
std::uint16_t toHalf (float value) noexcept;

/** As `toHalf`, but values beyond +-65504, including infinity, become +-65504. NaN stays NaN. */
std::uint16_t toHalfSaturated (float value) noexcept;

/** Exact. A signalling NaN becomes quiet, as F16C does. Thread: any. */
float fromHalf (std::uint16_t half) noexcept;

} // namespace melstrom
