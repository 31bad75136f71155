// Float samples to whole numbers, dithered by place.
#pragma once

#include <cstdint>
#include <span>

namespace melstrom
{

/** 1 is full scale: 2^(bits - 1) steps, of which the positive end lacks one. out = round (x + d), cut
    to the range; d is triangular over -1 .. 1 steps, so that the error's mean and variance do not
    depend on the sound, and a function of (seed, index) alone.
    in          finite      out  as many
    bits        16 or 24
    firstIndex  of in[0], counting the samples of all channels from the file's beginning
    returns     how many are beyond the range, judged before the dither
    source      Lipshitz, Wannamaker & Vanderkooy 1992, "Quantization and dither" */
std::int64_t quantize (std::span<const float> in, std::span<std::int32_t> out, int bits,
                       std::uint32_t seed, std::int64_t firstIndex) noexcept;

/** Triangular over -1 .. 1, mean 0, variance 1/6. */
double triangularDither (std::uint32_t seed, std::int64_t index) noexcept;

} // namespace melstrom
