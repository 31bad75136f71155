// Sums of the columns of a table of stored values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Stored rows without padding, (numRows, numColumns); `values` need not be aligned. */
struct StoredTable
{
    const void* values = nullptr;
    bool isHalf = false; ///< float16, else float32
    std::int64_t numRows = 0;
    std::size_t numColumns = 0;
};

/** Results, (numColumns) each. */
struct ColumnSums
{
    double* sums;
    double* squares;          ///< sums of x^2
    float* least;             ///< infinity without a row
    std::int32_t* numOfLeast; ///< values that equal `least`
};

/** Adds each column in the order of the rows, in float64; x^2 is exact. So the bits are the same with
    every instruction set. If a value is not finite, `sums` or `squares` of its column is not either,
    and its other results mean nothing; sums of finite values are finite. numRows: below 2^31.
    Thread: any. */
void sumColumns (const StoredTable& table, const ColumnSums& to) noexcept;

/** A value of a table as float32. */
float valueAt (const StoredTable& table, std::int64_t row, std::size_t column) noexcept;

} // namespace melstrom
