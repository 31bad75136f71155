#include "Engine/Batch/Statistics/BandCounts.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace melstrom
{

float bandCellValue (int cell) noexcept
{
    const int fromZero = cell - kBandCellsOfSide;
    if (fromZero == 0)
        return 0;
    const int place = std::abs (fromZero) - 1; // 256 cells a power of two, from 2^-16
    const double magnitude = std::ldexp (1 + (place % 256 + 0.5) / 256, place / 256 - 16);
    return static_cast<float> (fromZero < 0 ? -magnitude : magnitude);
}

BandCounts::BandCounts (int numBands)
    : numBands_ (numBands), cells_ (static_cast<std::uint64_t*> (std::calloc (
                                std::max<std::size_t> (1, numCells ()), sizeof (std::uint64_t)))),
      ranges_ (static_cast<std::size_t> (numBands))
{
    if (cells_ == nullptr)
        throw std::bad_alloc ();
}

void BandCounts::countCells (int band, const std::int16_t* cells, std::int64_t numRows,
                             std::int64_t numFrames, std::size_t rowCells,
                             std::uint64_t times) noexcept
{
    std::uint64_t* const counts = cells_.get () + placeOf (band, 0);
    Range range;
    for (std::int64_t row = 0; row < numRows; ++row, cells += rowCells)
        for (std::int64_t frame = 0; frame < numFrames; ++frame)
        {
            const int cell = cells[frame];
            if (cell == kNoBandCell)
                continue;
            counts[cell] += times;
            range.first = std::min (range.first, cell);
            range.end = std::max (range.end, cell + 1);
        }
    widen (band, range);
}

void BandCounts::add (const BandCounts& other) noexcept
{
    for (int band = 0; band < numBands_; ++band)
    {
        const Range& range = other.ranges_[static_cast<std::size_t> (band)];
        for (int cell = range.first; cell < range.end; ++cell)
            if (const std::uint64_t number = other.cells_.get ()[placeOf (band, cell)])
                countCell (band, cell, number);
    }
}

void BandCounts::forEach (const std::function<void (int, int, std::uint64_t)>& take) const
{
    for (int band = 0; band < numBands_; ++band)
    {
        const Range& range = ranges_[static_cast<std::size_t> (band)];
        for (int cell = range.first; cell < range.end; ++cell)
            if (const std::uint64_t number = cells_.get ()[placeOf (band, cell)])
                take (band, cell, number);
    }
}

float BandCounts::quantile (int band, double share) const noexcept
{
    const auto* const cells = cells_.get () + placeOf (band, 0);
    std::uint64_t total = 0;
    for (int cell = 0; cell < kNumBandCells; ++cell)
        total += cells[cell];
    if (total == 0)
        return 0;
    const auto rank = static_cast<std::uint64_t> (share * static_cast<double> (total - 1));
    std::uint64_t below = 0;
    for (int cell = 0; cell < kNumBandCells; ++cell)
        if ((below += cells[cell]) > rank)
            return bandCellValue (cell);
    return bandCellValue (kNumBandCells - 1);
}

bool BandCounts::operator== (const BandCounts& other) const noexcept
{
    return numBands_ == other.numBands_ &&
           std::equal (cells_.get (), cells_.get () + numCells (), other.cells_.get ());
}

} // namespace melstrom
