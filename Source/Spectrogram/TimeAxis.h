// Columns of pixels, rows of features and seconds before now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Both ends are rows. */
struct RowRange
{
    std::int64_t first = 0, last = 0;
    bool operator== (const RowRange&) const = default;
};

struct TimeTick
{
    double place = 0;  ///< 0: the span ago, 1: now
    std::string label; ///< "-2 s"; empty: a minor tick
};

/** Columns stand on a grid that does not move: column c covers rows c x rowsPerColumn and on, so
    that a picture that goes on is the former one, shifted. Where rows come faster than columns each
    row belongs to exactly one column; where slower, each column shows the row that lasts at its
    beginning. Thread: any. */
class TimeAxis
{
public:
    /** All above 0. */
    TimeAxis (double spanSeconds, double rowsPerSecond, int widthPixels) noexcept;

    RowRange rowsOf (std::int64_t column) const noexcept;
    /** Columns before this one need no row of `endRow` or later. */
    std::int64_t endColumn (std::int64_t endRow) const noexcept;
    /** Of the middle of a pixel, from the left; now is the right edge. Below 0. */
    double secondsAt (int xPixels) const noexcept;

    /** Labels at steps of 1, 2, 5 (from 10 s on 10, 15, 30), at least `closestPixels` apart;
        rising. */
    std::vector<TimeTick> ticks (int closestPixels) const;

    int widthPixels () const noexcept { return widthPixels_; }

private:
    double spanSeconds_, rowsPerColumn_;
    int widthPixels_;
};

} // namespace melstrom
