// Keeps the last rows, so that an image can be drawn again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** Ring of rows, indexed by row number. Gaps are missing rows. Thread: one at a time. */
class RowHistory
{
public:
    RowHistory () = default;
    /** Both arguments above 0. Allocates. */
    RowHistory (int numBands, int capacityRows);

    /** values (numRows, bands). Ignores rows before `endRow`. */
    void append (std::int64_t firstRow, int numRows, const float* values);

    /** (bands); empty if the row is missing, too old or not there yet. */
    std::span<const float> row (std::int64_t index) const noexcept;
    /** The oldest row that may be present. */
    std::int64_t firstRow () const noexcept { return firstRow_; }
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
