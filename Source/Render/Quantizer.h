// Quantizes float samples to integers, with dither that depends on the sample's index.
#pragma once

#include <cstdint>
#include <span>

namespace melstrom
{

/** Full scale 1 is 2^(bits - 1) steps; the highest positive step is one less. out = round (x + d),
    clipped to the range. d is triangular over -1 .. 1 steps, so that mean and variance of the error
    do not depend on the sound. d is a function of (seed, index) alone.
    in          finite      out  same size as in
    bits        16 or 24
    firstIndex  index of in[0], counting the samples of all channels from the file's beginning
    returns     number of samples beyond the range before dither
    source      Lipshitz, Wannamaker & Vanderkooy 1992, "Quantization and dither" */
std::int64_t quantize (std::span<const float> in, std::span<std::int32_t> out, int bits,
                       std::uint32_t seed, std::int64_t firstIndex) noexcept;

/** Triangular over -1 .. 1, mean 0, variance 1/6. */
double triangularDither (std::uint32_t seed, std::int64_t index) noexcept;

} // namespace melstrom
