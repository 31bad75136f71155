// Sums, extremes and quiet blocks of int16 samples.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom
{

struct Int16Totals
{
    std::int64_t sum = 0;
    std::int16_t least = 0, most = 0; ///< 0 without a sample
};

/** Exact. samples: need not be aligned. Thread: any. */
Int16Totals int16Totals (const std::int16_t* samples, std::size_t numSamples) noexcept;

/** Consecutive blocks of equal size. */
struct Int16Blocks
{
    const std::int16_t* samples = nullptr; ///< need not be aligned
    std::size_t blockSamples = 0, numBlocks = 0;
};

/** Number of blocks whose sum of x^2 is below `limit`. Exact: a block with |x| >= peak is above, for
    peak^2 >= limit. Thread: any. */
std::size_t numQuietBlocks (const Int16Blocks& blocks, double limit) noexcept;

} // namespace melstrom
