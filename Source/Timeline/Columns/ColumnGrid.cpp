#include "Source/Timeline/Columns/ColumnGrid.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

IndexRange common (IndexRange one, IndexRange other) noexcept
{
    return {std::max (one.first, other.first), std::min (one.end, other.end)};
}

ColumnGrid::ColumnGrid (double secondsPerColumn, double itemsPerSecond,
                        double firstItemSeconds) noexcept
    : itemsPerColumn_ (secondsPerColumn * itemsPerSecond),
      offset_ (-firstItemSeconds * itemsPerSecond)
{
}

/** The item that lasts at the column's beginning. */
std::int64_t ColumnGrid::edge (std::int64_t column) const noexcept
{
    constexpr double kRounding = 1e-7; // of an item: edges on items do not depend on rounding
    return static_cast<std::int64_t> (
        std::floor (static_cast<double> (column) * itemsPerColumn_ + offset_ + kRounding));
}

IndexRange ColumnGrid::itemsOf (std::int64_t column) const noexcept
{
    const auto first = edge (column);
    return {first, std::max (first + 1, edge (column + 1))};
}

IndexRange ColumnGrid::columnsOf (IndexRange items) const noexcept
{
    const auto near = [this] (std::int64_t item)
    {
        return static_cast<std::int64_t> (
            std::floor ((static_cast<double> (item) - offset_) / itemsPerColumn_));
    };
    auto first = near (items.first), end = near (items.end) + 1;
    while (itemsOf (first).end <= items.first)
        ++first;
    while (itemsOf (first - 1).end > items.first)
        --first;
    while (itemsOf (end).first < items.end)
        ++end;
    while (itemsOf (end - 1).first >= items.end)
        --end;
    return {first, end};
}

} // namespace melstrom
