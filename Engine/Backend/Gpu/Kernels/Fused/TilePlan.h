// How a thread block gets the samples of a tile, and where it puts the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom::gpu
{

/** Range [begin, end) of a stretch's samples that lie in memory without padding, counted from the
    stretch's first sample. */
struct StretchPart
{
    int begin = 0, end = 0;
};

/** Methods of copying the samples of a tile into shared memory. */
enum class StageWay : std::int32_t
{
    anyhow,      ///< one by one: padding, channels, other formats, several units
    int16Words,  ///< two samples a load
    floatFours,  ///< bypasses the registers and the first-level cache
    floatPairs,  ///< bypasses the registers, if fours are not aligned
    floatSingles ///< the same, if pairs are not aligned
};

/** Computed by one thread for all threads. */
struct alignas (16) TilePlan
{
    /** address of the stretch's first sample, which may lie outside the memory */
    const std::byte* from;
    int numSamples;
    StageWay way;
    StretchPart plain;       ///< the whole stretch for int16
    std::int64_t outputByte; ///< of the tile's first frame, in the scratch or the output
};

} // namespace melstrom::gpu
