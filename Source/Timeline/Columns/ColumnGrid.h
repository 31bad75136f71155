// Columns of pixels on an absolute grid of time.
#pragma once

#include <cstdint>

namespace melstrom
{

/** [first, end): indices of columns, rows or samples. */
struct IndexRange
{
    std::int64_t first = 0, end = 0;
    bool isEmpty () const noexcept { return end <= first; }
    bool operator== (const IndexRange&) const = default;
};

/** The part of both. */
IndexRange common (IndexRange one, IndexRange other) noexcept;

/** Column c lasts from c x secondsPerColumn to (c + 1) x secondsPerColumn. So an image that scrolls
    by whole pixels has the former columns. Rows or samples (items) at even distances: if items are
    faster than columns, each item belongs to exactly one column. If slower, a column has the item
    that lasts at its beginning. Thread: any. */
class ColumnGrid
{
public:
    /** firstItemSeconds: where item 0 begins to last. Rates above 0. */
    ColumnGrid (double secondsPerColumn, double itemsPerSecond, double firstItemSeconds) noexcept;

    IndexRange itemsOf (std::int64_t column) const noexcept; ///< never empty
    /** The columns that have one of these items. items: not empty. */
    IndexRange columnsOf (IndexRange items) const noexcept;
    double itemsPerColumn () const noexcept { return itemsPerColumn_; }

private:
    std::int64_t edge (std::int64_t column) const noexcept;

    double itemsPerColumn_, offset_;
};

} // namespace melstrom
