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
      groups_ (static_cast<std::size_t> (numBands))
{
    if (cells_ == nullptr)
        throw std::bad_alloc ();
}

void BandCounts::countCells (int band, const std::int16_t* cells, std::int64_t numRows,
                             std::int64_t numFrames, std::size_t rowCells,
                             std::uint64_t times) noexcept
{
    std::uint64_t* const counts = cells_.get () + placeOf (band, 0);
    std::uint64_t groups = 0;
    for (std::int64_t row = 0; row < numRows; ++row, cells += rowCells)
        for (std::int64_t frame = 0; frame < numFrames; ++frame)
        {
            const int cell = cells[frame];
            if (cell == kNoBandCell)
                continue;
            counts[cell] += times;
            groups |= groupOf (cell);
        }
    groups_[static_cast<std::size_t> (band)] |= groups;
}

void BandCounts::add (const BandCounts& other) noexcept
{
    other.forEach ([this] (int band, int cell, std::uint64_t count)
                   { countCell (band, cell, count); });
}

float BandCounts::quantile (int band, double share) const noexcept
{
    std::uint64_t total = 0;
    forEachOf (band, [&total] (int, std::uint64_t count) { total += count; });
    if (total == 0)
        return 0;
    const auto rank = static_cast<std::uint64_t> (share * static_cast<double> (total - 1));
    std::uint64_t below = 0;
    int found = kNumBandCells;
    forEachOf (band,
               [&] (int cell, std::uint64_t count)
               {
                   below += count;
                   found = below > rank ? std::min (found, cell) : found;
               });
    return bandCellValue (std::min (found, kNumBandCells - 1));
}

bool BandCounts::operator== (const BandCounts& other) const noexcept
{
    return numBands_ == other.numBands_ &&
           std::equal (cells_.get (), cells_.get () + numCells (), other.cells_.get ());
}

} // namespace melstrom
