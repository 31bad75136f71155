// The cell and signed weight of a record: as HashedId, for threads of a GPU.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/HashWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Dsp/Hash/FeatureHash.h"

#include <bit>

namespace melstrom::gpu
{

inline constexpr std::uint32_t kNoCell = 0xffffffffu;

struct PlacedRecord
{
    std::uint32_t cell = kNoCell; ///< in the matrix
    float weight = 0;             ///< with its sign
};

MELSTROM_BOTH std::uint32_t bitsOfSize (float weight)
{
    return std::bit_cast<std::uint32_t> (weight) & 0x7fffffffu;
}

MELSTROM_BOTH PlacedRecord placedRecord (const HashWork& work, std::int64_t row, std::int64_t id,
                                         float weight)
{
    const std::uint64_t hash = mixBits (static_cast<std::uint64_t> (id));
    const std::uint32_t dimensions = work.numDimensions;
    const auto column = static_cast<std::uint32_t> (
        (dimensions & (dimensions - 1)) == 0 ? hash & (dimensions - 1) : hash % dimensions);
    return {static_cast<std::uint32_t> (row) * dimensions + column,
            (hash >> 63) != 0 ? -weight : weight};
}

/** Some records of one thread, in registers. */
template <int numEach>
struct HeldRecords
{
    PlacedRecord records[numEach];
};

/** Reads records first, first + step, ... below `end`; the others get kNoCell. All loads come
    before the first use. Returns the bits of the largest |weight|. */
template <int numEach, typename Block>
MELSTROM_BOTH std::uint32_t holdRecords (const HashWork& work, std::int64_t first,
                                         std::int64_t step, std::int64_t end, PlacedRecord* held)
{
    std::int64_t rows[numEach] {}, ids[numEach] {};
    float weights[numEach] {};
    MELSTROM_UNROLL
    for (int k = 0; k < numEach; ++k)
        if (const std::int64_t i = first + k * step; i < end)
        {
            rows[k] = Block::loadOnce (work.rows + i);
            ids[k] = Block::loadOnce (work.ids + i);
            weights[k] = Block::loadOnce (work.weights + i);
        }
    std::uint32_t largest = 0;
    MELSTROM_UNROLL
    for (int k = 0; k < numEach; ++k)
    {
        held[k] = {};
        if (first + k * step < end)
        {
            held[k] = placedRecord (work, rows[k], ids[k], weights[k]);
            const std::uint32_t size = bitsOfSize (weights[k]);
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

MELSTROM_BOTH std::uint32_t quotientOf (std::uint32_t number, const QuickDivisor& by)
{
    const auto high =
        static_cast<std::uint32_t> ((static_cast<std::uint64_t> (number) * by.factor) >> 32);
    return (high + ((number - high) >> 1)) >> by.shift;
}

} // namespace melstrom::gpu
