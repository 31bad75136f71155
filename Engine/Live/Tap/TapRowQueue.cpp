#include "Engine/Live/Tap/TapRowQueue.h"

#include <algorithm>

namespace melstrom
{

TapRowQueue::TapRowQueue (int numFeatures, int capacityRows)
    : numFeatures_ (numFeatures),
      values_ (static_cast<std::size_t> (numFeatures) * static_cast<std::size_t> (capacityRows)),
      indices_ (static_cast<std::size_t> (capacityRows))
{
}

void TapRowQueue::push (std::int64_t firstRow, std::int64_t numRows, const float* values) noexcept
{
    const auto capacity = static_cast<std::int64_t> (indices_.size ());
    if (capacity == 0)
        return;
    const auto width = static_cast<std::size_t> (numFeatures_);
    for (auto row = std::max<std::int64_t> (0, numRows - capacity); row < numRows; ++row)
    {
        const auto place = placeOf (written_++);
        indices_[place] = firstRow + row;
        std::copy_n (values + static_cast<std::size_t> (row) * width, width,
                     values_.data () + place * width);
    }
    expected_ = firstRow + numRows;
    read_ = std::max (read_, written_ - capacity);
}

std::int64_t TapRowQueue::nextRow () const noexcept
{
    return read_ == written_ ? expected_ : indices_[placeOf (read_)];
}

int TapRowQueue::numTogether () const noexcept
{
    int count = 0;
    while (read_ + count < written_ && indices_[placeOf (read_ + count)] == nextRow () + count)
        ++count;
    return count;
}

void TapRowQueue::pop (int numRows, float* values) noexcept
{
    const auto width = static_cast<std::size_t> (numFeatures_);
    for (int row = 0; row < numRows; ++row)
        std::copy_n (values_.data () + placeOf (read_++) * width, width,
                     values + static_cast<std::size_t> (row) * width);
}

} // namespace melstrom
