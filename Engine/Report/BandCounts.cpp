#include "Engine/Report/BandCounts.h"

#include <cmath>

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

void BandCounts::add (const BandCounts& other) noexcept
{
    for (std::size_t i = 0; i < counts_.size (); ++i)
        counts_[i] += other.counts_[i];
}

float BandCounts::quantile (int band, double share) const noexcept
{
    const auto* const cells = counts_.data () + static_cast<std::size_t> (band) * kNumBandCells;
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

} // namespace melstrom
