// Cells of a fixed grid of values, on which quantiles are counted.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Number of the cell of a finite value. The grid is the same for all data: cells of 1/256 of a
    power of two from 2^-16 to 2^17 on both sides of 0, one cell for all magnitudes below, and the
    outermost cells for all above. Cells are in the order of their values. */
constexpr int kBandCellsOfSide = 33 * 256;
constexpr int kNumBandCells = 2 * kBandCellsOfSide + 1;

constexpr std::uint32_t kFirstBandCell = (127u - 16u) << 8; ///< the upper bits of 2^-16
constexpr int kBandCellShift = 15;                          ///< from float32 bits to these

inline int bandCellOf (float value) noexcept
{
    constexpr std::uint32_t signBit = 0x80000000u;
    const auto bits = std::bit_cast<std::uint32_t> (value);
    const auto cell = static_cast<int> ((bits & ~signBit) >> kBandCellShift) -
                      static_cast<int> (kFirstBandCell) + 1;
    const int clamped = cell < 0 ? 0 : cell > kBandCellsOfSide ? kBandCellsOfSide : cell;
    return kBandCellsOfSide + ((bits & signBit) != 0 ? -clamped : clamped);
}

/** Of a value that is not finite, in the place of its cell. */
constexpr std::int16_t kNoBandCell = -1;
static_assert (kNumBandCells <= 0x7fff);

/** Cells of stored values: bandCellOf, or kNoBandCell.
    values  float16 if isHalf, else float32; need not be aligned
    cells   (numValues)      thread  any */
void bandCells (const void* values, bool isHalf, std::size_t numValues,
                std::int16_t* cells) noexcept;

} // namespace melstrom
