// Converts between columns of pixels, rows of features and seconds before now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Both ends are inclusive. */
struct RowRange
{
    std::int64_t first = 0, last = 0;
    bool operator== (const RowRange&) const = default;
};

struct TimeTick
{
    double place = 0;  ///< 0: the span ago; 1: now
    std::string label; ///< "-2 s"; empty: a minor tick
};

/** Columns lie on a fixed grid: column c begins with row c x rowsPerColumn. So an image that
    scrolls is the former image, shifted. If rows are faster than columns, each row belongs to
    exactly one column. If slower, a column shows the row that lasts at its beginning. Thread:
    any. */
class TimeAxis
{
public:
    /** All arguments above 0. */
    TimeAxis (double spanSeconds, double rowsPerSecond, int widthPixels) noexcept;

    RowRange rowsOf (std::int64_t column) const noexcept;
    /** Columns before this one need no row from `endRow` on. */
    std::int64_t endColumn (std::int64_t endRow) const noexcept;
    /** Time of a pixel's middle relative to now, below 0. xPixels: from the left; now is the right
        edge. */
    double secondsAt (int xPixels) const noexcept;

    /** Labels at steps of 1, 2, 5 (from 10 s on: 10, 15, 30, 60), at least `closestPixels` apart,
        and minor ticks. Rising. */
    std::vector<TimeTick> ticks (int closestPixels) const;

    int widthPixels () const noexcept { return widthPixels_; }

private:
    double spanSeconds_, rowsPerColumn_;
    int widthPixels_;
};

} // namespace melstrom
