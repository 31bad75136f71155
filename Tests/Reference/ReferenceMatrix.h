// A table of doubles, row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace melstrom::testing
{

/** (rows, columns), row-major, zeros at first. */
struct Matrix
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<double> values;

    Matrix () = default;
    Matrix (std::int64_t numRows, std::int64_t numColumns)
        : rows (numRows), columns (numColumns),
          values (static_cast<std::size_t> (numRows * numColumns), 0.0)
    {
    }

    double& at (std::int64_t row, std::int64_t column)
    {
        return values[static_cast<std::size_t> (row * columns + column)];
    }
    double at (std::int64_t row, std::int64_t column) const
    {
        return values[static_cast<std::size_t> (row * columns + column)];
    }
};

} // namespace melstrom::testing
