// Counts of values on a fixed grid, for quantiles that any order of the values leaves equal.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Number of the cell of a finite value. The grid is the same for all data: cells of 1/256 of a
    power of two from 2^-16 to 2^17 on both sides of 0, one cell for all magnitudes below, and the
    outermost cells for all above. Cells are in the order of their values. */
constexpr int kBandCellsOfSide = 33 * 256;
constexpr int kNumBandCells = 2 * kBandCellsOfSide + 1;

inline int bandCellOf (float value) noexcept
{
    constexpr std::uint32_t signBit = 0x80000000u, firstCell = (127u - 16u) << 8;
    constexpr int mantissaShift = 15;
    const auto bits = std::bit_cast<std::uint32_t> (value);
    const auto cell =
        static_cast<int> ((bits & ~signBit) >> mantissaShift) - static_cast<int> (firstCell) + 1;
    const int clamped = cell < 0 ? 0 : cell > kBandCellsOfSide ? kBandCellsOfSide : cell;
    return kBandCellsOfSide + ((bits & signBit) != 0 ? -clamped : clamped);
}

/** The middle of a cell; 0 for the cell around 0. Relative distance to any of its values, of a
    magnitude within the grid: at most 1/512. */
float bandCellValue (int cell) noexcept;

/** Counts of a number of bands, (bands, cells). Adding is exact and in any order. */
class BandCounts
{
public:
    explicit BandCounts (int numBands)
        : counts_ (static_cast<std::size_t> (numBands) * kNumBandCells)
    {
    }

    void count (int band, float value) noexcept
    {
        ++counts_[static_cast<std::size_t> (band) * kNumBandCells +
                  static_cast<std::size_t> (bandCellOf (value))];
    }
    void add (const BandCounts& other) noexcept;

    /** The value of rank share * (count - 1), rounded down, as the middle of its cell; 0 without
        values. */
    float quantile (int band, double share) const noexcept;

private:
    std::vector<std::uint64_t> counts_;
};

} // namespace melstrom
