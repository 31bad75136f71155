#include "Engine/Overview/RowPyramid.h"

#include <algorithm>

namespace melstrom
{

RowPyramid::RowPyramid (const MelGeometry& geometry, std::size_t mostBytes, double originSeconds)
    : geometry_ (geometry), originSeconds_ (originSeconds),
      levels_ (geometry, makeMelBank (geometry)),
      pyramid_ (static_cast<std::size_t> (geometry.rowElements ()), mostBytes),
      row_ (pyramid_.width ())
{
}

void RowPyramid::append (std::int64_t first, int numRows, const float* values)
{
    const auto width = static_cast<std::ptrdiff_t> (row_.size ());
    for (std::int64_t row = std::max (first, endRow ()); row < first + numRows; ++row)
    {
        const float* const from = values + (row - first) * width;
        for (std::ptrdiff_t i = 0; i < width; ++i)
            row_[static_cast<std::size_t> (i)] = levels_.decibels (from[i]);
        pyramid_.append (row, row_.data ());
    }
}

double RowPyramid::firstRowSeconds () const noexcept
{
    return originSeconds_ +
           (static_cast<double> (geometry_.frameStart (0)) + geometry_.spanSamples / 2.0) /
               geometry_.rateHz;
}

RowPresence RowPyramid::maximum (std::int64_t first, std::int64_t end,
                                 std::span<float> levels) const
{
    return pyramid_.maximum (first, end, levels.data ());
}

} // namespace melstrom
