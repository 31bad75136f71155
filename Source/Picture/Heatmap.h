// A spectrogram of any length cut down to at most one cell a pixel.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** (columns, rows), row-major by column; row 0 is band 0. A cell is the maximum of what lies under
    it. */
struct Heatmap
{
    int numColumns = 0, numRows = 0;
    std::vector<float> cells;

    float at (int column, int row) const noexcept
    {
        return cells[static_cast<std::size_t> (column) * static_cast<std::size_t> (numRows) +
                     static_cast<std::size_t> (row)];
    }
};

/** Every value falls into exactly one cell, so that no click is lost; a signal of fewer frames (or
    bands) than the limit keeps them as they are. NaN is passed over; a cell of nothing else is
    -infinity. One pass, about as fast as memory.
    values  (frames, bands), row-major; all counts at least 1 */
Heatmap reduceToCells (const float* values, std::int64_t numFrames, int numBands, int maxColumns,
                       int maxRows);

struct ValueRange
{
    double lowest = 0, highest = 1;
};

/** From the 1st percentile of the finite cells to their maximum. Constant data lie in the middle of
    a range one wide (or as wide as their precision asks); without any finite cell it is 0 to 1.
    Always lowest < highest. */
ValueRange rangeOf (const Heatmap& heatmap);

} // namespace melstrom
