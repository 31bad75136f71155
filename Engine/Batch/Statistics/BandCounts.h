// Counts of values on a fixed grid, for quantiles that any order of the values leaves equal.
#pragma once

#include "Engine/Dsp/Statistics/BandCells.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace melstrom
{

/** The middle of a cell; 0 for the cell around 0. Relative distance to any of its values, of a
    magnitude within the grid: at most 1/512. */
float bandCellValue (int cell) noexcept;

/** Counts of a number of bands, (bands, cells). Adding is exact and in any order. Memory: 135 kB a
    band, of which the system provides the pages that are counted in. Thread: one at a time. */
class BandCounts
{
public:
    /** Throws std::bad_alloc. */
    explicit BandCounts (int numBands);

    int numBands () const noexcept { return numBands_; }
    void count (int band, float value, std::uint64_t times = 1) noexcept
    {
        countCell (band, bandCellOf (value), times);
    }
    /** Takes the number back for times = 2^64 - number. */
    void countCell (int band, int cell, std::uint64_t times) noexcept
    {
        cells_.get ()[placeOf (band, cell)] += times;
        groups_[static_cast<std::size_t> (band)] |= groupOf (cell);
    }
    /** Counts numFrames cells of a band in each of numRows rows of a table; kNoBandCell is left out.
        rowCells: from the first of these cells to that of the next row. */
    void countCells (int band, const std::int16_t* cells, std::int64_t numRows,
                     std::int64_t numFrames, std::size_t rowCells, std::uint64_t times) noexcept;
    void add (const BandCounts& other) noexcept;

    /** Calls take (band, cell, count) for all counts above 0, in order. */
    template <typename Take>
    void forEach (Take&& take) const
    {
        for (int band = 0; band < numBands_; ++band)
            forEachOf (band, [&] (int cell, std::uint64_t count) { take (band, cell, count); });
    }

    /** The value of rank share * (count - 1), rounded down, as the middle of its cell; 0 without
        values. */
    float quantile (int band, double share) const noexcept;

    bool operator== (const BandCounts& other) const noexcept;

private:
    static std::size_t placeOf (int band, int cell) noexcept
    {
        return static_cast<std::size_t> (band) * kNumBandCells + static_cast<std::size_t> (cell);
    }
    std::size_t numCells () const noexcept { return placeOf (numBands_, 0); }

    /** Cells of a group take a page of memory. */
    static constexpr int kGroupBits = 9;
    static_assert (kNumBandCells <= 64 << kGroupBits);
    static std::uint64_t groupOf (int cell) noexcept
    {
        return std::uint64_t {1} << (cell >> kGroupBits);
    }
    /** Calls take (cell, count) for all counts of a band above 0, in order; reads no other group. */
    template <typename Take>
    void forEachOf (int band, Take&& take) const
    {
        const std::uint64_t* const counts = cells_.get () + placeOf (band, 0);
        for (std::uint64_t left = groups_[static_cast<std::size_t> (band)]; left != 0;
             left &= left - 1)
        {
            const int first = std::countr_zero (left) << kGroupBits;
            const int end = std::min (first + (1 << kGroupBits), kNumBandCells);
            for (int cell = first; cell < end; ++cell)
                if (counts[cell] != 0)
                    take (cell, counts[cell]);
        }
    }
    struct Free
    {
        void operator() (std::uint64_t* cells) const noexcept { std::free (cells); }
    };
    int numBands_;
    std::unique_ptr<std::uint64_t, Free> cells_; ///< of calloc, which touches no page
    std::vector<std::uint64_t> groups_; ///< of each band: a bit a group; 0: all its counts are 0
};

} // namespace melstrom
