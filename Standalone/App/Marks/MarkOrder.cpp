#include "Standalone/App/Marks/MarkOrder.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

void MarkOrder::build (const MarkTable& marks)
{
    indices_.resize (marks.size ());
    std::iota (indices_.begin (), indices_.end (), std::size_t {0});
    if (value)
        std::ranges::stable_sort (indices_,
                                  [&] (std::size_t a, std::size_t b)
                                  {
                                      return isFalling ? isBefore (marks[b], marks[a], *value)
                                                       : isBefore (marks[a], marks[b], *value);
                                  });
    else if (isFalling)
        std::ranges::reverse (indices_);
    rows_.resize (indices_.size ());
    for (std::size_t row = 0; row < indices_.size (); ++row)
        rows_[indices_[row]] = row;
}

} // namespace melstrom
