// The rows that were shown last, so that a picture can be drawn anew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** Ring of rows by their number. Rows that never came are missing. Thread: one at a time. */
class RowHistory
{
public:
    RowHistory () = default;
    /** Both above 0; allocates. */
    RowHistory (int numBands, int capacityRows);

    /** values (numRows, bands); rows that come again, or before the end, are let go. */
    void append (std::int64_t firstRow, int numRows, const float* values);

    /** (bands); empty where it is missing, too old or yet to come. */
    std::span<const float> row (std::int64_t index) const noexcept;
    std::int64_t firstRow () const noexcept { return firstRow_; } ///< the oldest that may be there
    std::int64_t endRow () const noexcept { return endRow_; }
    int numBands () const noexcept { return numBands_; }

private:
    std::size_t slotOf (std::int64_t row) const noexcept;

    int numBands_ = 0, capacityRows_ = 0;
    std::int64_t firstRow_ = 0, endRow_ = 0;
    std::vector<float> values_;   ///< (capacity, bands)
    std::vector<char> isPresent_; ///< (capacity)
};

} // namespace melstrom
