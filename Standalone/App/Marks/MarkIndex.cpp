#include "Standalone/App/Marks/MarkIndex.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

void MarkIndex::build (const MarkTable& marks)
{
    entries_.clear ();
    entries_.reserve (marks.size ());
    for (std::size_t i = 0; i < marks.size (); ++i)
        entries_.push_back ({marks[i].beginSeconds, marks[i].endSeconds, i});
    std::ranges::stable_sort (entries_, {}, &Entry::beginSeconds);
    lastEndSeconds_.clear ();
    for (std::size_t i = 0; i < entries_.size (); ++i)
        if (i % kGroupMarks == 0)
            lastEndSeconds_.push_back (entries_[i].endSeconds);
        else
            lastEndSeconds_.back () = std::max (lastEndSeconds_.back (), entries_[i].endSeconds);
}

std::vector<std::size_t> MarkIndex::within (double beginSeconds, double endSeconds) const
{
    std::vector<std::size_t> found;
    for (std::size_t group = 0; group < lastEndSeconds_.size (); ++group)
    {
        const std::size_t first = group * kGroupMarks;
        if (entries_[first].beginSeconds > endSeconds)
            break;
        if (lastEndSeconds_[group] < beginSeconds)
            continue;
        const std::size_t last = std::min (first + kGroupMarks, entries_.size ());
        for (std::size_t i = first; i < last; ++i)
            if (entries_[i].endSeconds >= beginSeconds && entries_[i].beginSeconds <= endSeconds)
                found.push_back (entries_[i].index);
    }
    return found;
}

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
