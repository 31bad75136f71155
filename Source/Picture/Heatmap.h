// Reduces a spectrogram of any length to at most one cell a pixel.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** (columns, rows), row-major by column; row 0 is band 0. A cell is the maximum of the values that
    it covers. */
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

/** Every value belongs to exactly one cell, so that no click is lost. If a signal has no more
    frames (or bands) than the limit, each has its own cell. Ignores NaN; a cell with nothing but
    NaN is -infinity. One pass, limited by memory bandwidth.
    values  (frames, bands), row-major; all counts at least 1 */
Heatmap reduceToCells (const float* values, std::int64_t numFrames, int numBands, int maxColumns,
                       int maxRows);

struct ValueRange
{
    double lowest = 0, highest = 1;
};

/** From the 1st percentile of the finite cells to their maximum. Constant data get a range of width
    1, or wider if their precision requires it, around their value. Without finite cells: 0 to 1.
    Always lowest < highest. */
ValueRange rangeOf (const Heatmap& heatmap);

} // namespace melstrom
