// Counts of values on a fixed grid, for quantiles that any order of the values leaves equal.
#pragma once

#include "Engine/Dsp/Statistics/BandCells.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
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
        widen (band, {cell, cell + 1});
    }
    /** Counts numFrames cells of a band in each of numRows rows of a table; kNoBandCell is left out.
        rowCells: from the first of these cells to that of the next row. */
    void countCells (int band, const std::int16_t* cells, std::int64_t numRows,
                     std::int64_t numFrames, std::size_t rowCells, std::uint64_t times) noexcept;
    void add (const BandCounts& other) noexcept;

    /** Calls take (band, cell, count) for all counts above 0, in order. */
    void forEach (const std::function<void (int, int, std::uint64_t)>& take) const;

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

    struct Range
    {
        int first = kNumBandCells, end = 0;
    };
    void widen (int band, Range by) noexcept
    {
        Range& range = ranges_[static_cast<std::size_t> (band)];
        range.first = by.first < range.first ? by.first : range.first;
        range.end = by.end > range.end ? by.end : range.end;
    }
    struct Free
    {
        void operator() (std::uint64_t* cells) const noexcept { std::free (cells); }
    };
    int numBands_;
    std::unique_ptr<std::uint64_t, Free> cells_; ///< of calloc, which touches no page
    std::vector<Range> ranges_;                  ///< of each band: all cells outside have count 0
};

} // namespace melstrom
