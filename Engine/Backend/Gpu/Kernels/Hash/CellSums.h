// Sums of a bucket's cells in shared memory: whole numbers, or float32. A GPU adds 32-bit words there
// by one instruction, but 64-bit words and floats by a loop; so a whole number is two words.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Dsp/Hash/FixedSum.h"

namespace melstrom::gpu
{

struct alignas (16) FourWords
{
    std::uint32_t words[4];
};
struct alignas (16) FourFloats
{
    float values[4];
};

/** numQuads times 16 bytes; one thread's share. */
MELSTROM_BOTH void clearQuads (void* at, std::uint32_t numQuads, int thread, int numThreads)
{
    for (auto i = static_cast<std::uint32_t> (thread); i < numQuads;
         i += static_cast<std::uint32_t> (numThreads))
        static_cast<FourWords*> (at)[i] = {};
}

/** Sums of whole numbers: order-independent. */
struct FixedCells
{
    static constexpr bool kHasUnit = true;
    std::uint32_t *low = nullptr, *high = nullptr; ///< numCells words each, aligned to 16 bytes
    std::uint32_t numCells = 0;

    static constexpr std::size_t bytesOf (std::uint32_t numCells)
    {
        return 2 * sizeof (std::uint32_t) * std::size_t {numCells};
    }
    /** numCells: a multiple of 4 */
    MELSTROM_BOTH static FixedCells in (std::byte* room, std::uint32_t numCells)
    {
        auto* const words = reinterpret_cast<std::uint32_t*> (room);
        return {words, words + numCells, numCells};
    }
    MELSTROM_BOTH void clear (int thread, int numThreads) const
    {
        clearQuads (low, numCells / 2, thread, numThreads); // `high` follows
    }
    template <typename Block>
    MELSTROM_BOTH void add (std::uint32_t cell, float weight, const FixedUnit& unit) const
    {
        const auto bits = static_cast<std::uint64_t> (unit.unitsOf (weight));
        const auto lowWord = static_cast<std::uint32_t> (bits);
        const std::uint32_t before = Block::addShared (low + cell, lowWord);
        const std::uint32_t carry = before + lowWord < lowWord ? 1u : 0u;
        const std::uint32_t highWord = static_cast<std::uint32_t> (bits >> 32) + carry;
        if (highWord != 0)
            Block::addShared (high + cell, highWord);
    }
    MELSTROM_BOTH float sumOf (std::uint32_t cell, const FixedUnit& unit) const
    {
        return unit.sumOf (
            static_cast<std::int64_t> (static_cast<std::uint64_t> (high[cell]) << 32 | low[cell]));
    }
    /** Writes the sums over the lower words; one thread's share. */
    MELSTROM_BOTH void toFloats (const FixedUnit& unit, int thread, int numThreads) const
    {
        auto* const sums = reinterpret_cast<FourFloats*> (low);
        for (auto quad = static_cast<std::uint32_t> (thread); quad < numCells / 4;
             quad += static_cast<std::uint32_t> (numThreads))
        {
            FourFloats four;
            MELSTROM_UNROLL
            for (std::uint32_t k = 0; k < 4; ++k)
                four.values[k] = sumOf (4 * quad + k, unit);
            sums[quad] = four;
        }
    }
    MELSTROM_BOTH float* floats () const { return reinterpret_cast<float*> (low); } ///< then
};

/** Sums of float32, half as large: unordered. */
struct FloatCells
{
    static constexpr bool kHasUnit = false;
    float* values = nullptr; ///< numCells, aligned to 16 bytes
    std::uint32_t numCells = 0;

    static constexpr std::size_t bytesOf (std::uint32_t numCells)
    {
        return sizeof (float) * std::size_t {numCells};
    }
    /** numCells: a multiple of 4 */
    MELSTROM_BOTH static FloatCells in (std::byte* room, std::uint32_t numCells)
    {
        return {reinterpret_cast<float*> (room), numCells};
    }
    MELSTROM_BOTH void clear (int thread, int numThreads) const
    {
        clearQuads (values, numCells / 4, thread, numThreads);
    }
    template <typename Block>
    MELSTROM_BOTH void add (std::uint32_t cell, float weight, const FixedUnit&) const
    {
        Block::addShared (values + cell, weight);
    }
    MELSTROM_BOTH float sumOf (std::uint32_t cell, const FixedUnit&) const { return values[cell]; }
    MELSTROM_BOTH float* floats () const { return values; }
};

/** Writes numCells sums to `to`; one thread's share. to: aligned to 16 bytes if numCells is a
    multiple of 4 */
template <typename Cells>
MELSTROM_BOTH void storeSums (const Cells& cells, const FixedUnit& unit, float* to,
                              std::uint32_t numCells, int thread, int numThreads)
{
    const bool isWhole = reinterpret_cast<std::uintptr_t> (to) % sizeof (FourFloats) == 0;
    const std::uint32_t numQuads = isWhole ? numCells / 4 : 0;
    const auto step = static_cast<std::uint32_t> (numThreads);
    for (auto quad = static_cast<std::uint32_t> (thread); quad < numQuads; quad += step)
    {
        FourFloats sums;
        MELSTROM_UNROLL
        for (std::uint32_t k = 0; k < 4; ++k)
            sums.values[k] = cells.sumOf (4 * quad + k, unit);
        reinterpret_cast<FourFloats*> (to)[quad] = sums;
    }
    for (auto cell = 4 * numQuads + static_cast<std::uint32_t> (thread); cell < numCells;
         cell += step)
        to[cell] = cells.sumOf (cell, unit);
}

} // namespace melstrom::gpu
