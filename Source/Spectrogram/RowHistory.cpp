#include "Source/Spectrogram/RowHistory.h"

#include <algorithm>

namespace melstrom
{

RowHistory::RowHistory (int numBands, int capacityRows)
    : numBands_ (numBands), capacityRows_ (capacityRows),
      values_ (static_cast<std::size_t> (numBands) * static_cast<std::size_t> (capacityRows)),
      isPresent_ (static_cast<std::size_t> (capacityRows))
{
}

std::size_t RowHistory::slotOf (std::int64_t row) const noexcept
{
    return static_cast<std::size_t> (row % capacityRows_);
}

void RowHistory::append (std::int64_t firstRow, int numRows, const float* values)
{
    if (capacityRows_ == 0)
        return;
    const std::int64_t endRow = firstRow + numRows;
    // marks a gap as missing, at most capacityRows_ of it
    for (std::int64_t row = std::max (endRow_, firstRow - capacityRows_); row < firstRow; ++row)
        isPresent_[slotOf (row)] = 0;
    for (std::int64_t row = std::max ({endRow_, firstRow, endRow - capacityRows_}); row < endRow;
         ++row)
    {
        isPresent_[slotOf (row)] = 1;
        std::copy_n (values + (row - firstRow) * numBands_, numBands_,
                     values_.begin () + static_cast<std::ptrdiff_t> (slotOf (row)) * numBands_);
    }
    endRow_ = std::max (endRow_, endRow);
    firstRow_ = std::max (firstRow_, endRow_ - capacityRows_);
}

std::span<const float> RowHistory::row (std::int64_t index) const noexcept
{
    if (index < firstRow_ || index >= endRow_ || ! isPresent_[slotOf (index)])
        return {};
    const auto numBands = static_cast<std::size_t> (numBands_);
    return std::span (values_).subspan (slotOf (index) * numBands, numBands);
}

} // namespace melstrom
