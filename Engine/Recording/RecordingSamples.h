// Samples of the device as a recording stores them.
#pragma once

#include <cstdint>
#include <span>

namespace melstrom
{

/** Counts of samples that could not be stored as they were, over all channels. */
struct ChangedSamples
{
    std::int64_t numNonFinite = 0; ///< NaN and infinite: stored as 0
    /** beyond full scale: clipped in 24 bits, unchanged in float32 */
    std::int64_t numClipped = 0;
    bool operator== (const ChangedSamples&) const = default;
};

/** channels[c][n] to out[n * numChannels + c]; NaN and infinite samples become 0.
    out     (numSamples, numChannels)        counts  are added to */
void interleave (const float* const* channels, int numChannels, int numSamples,
                 std::span<float> out, ChangedSamples& counts) noexcept;

/** Finite samples to 24-bit integers, in the upper bits of int32. Full scale 1 is 2^23 steps; the
    highest positive step is one less. Rounds to the nearest step, half to even, without dither: a
    recording gives the bits of a 24-bit converter back, and the converter's own noise lies above a
    step.
    out     same size as in                  counts  numClipped is added to */
void roundTo24Bits (std::span<const float> in, std::span<std::int32_t> out,
                    ChangedSamples& counts) noexcept;

/** Adds samples beyond full scale to numClipped. */
void countClipped (std::span<const float> samples, ChangedSamples& counts) noexcept;

} // namespace melstrom
