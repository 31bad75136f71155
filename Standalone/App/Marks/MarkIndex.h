// Finds the marks of a stretch of time.
#pragma once

#include "Engine/Marks/MarkTable.h"

#include <cstddef>
#include <vector>

namespace melstrom
{

/** The marks of a table by their begins, in groups that know their last end. Thread: one at a
    time. */
class MarkIndex
{
public:
    /** O(n log n) for n marks. */
    void build (const MarkTable& marks);
    /** Indices of the marks that touch [begin, end], rising by begin. Looks at the groups before
        `end`, and at the marks of those that reach `begin`. */
    std::vector<std::size_t> within (double beginSeconds, double endSeconds) const;

private:
    static constexpr std::size_t kGroupMarks = 64;
    struct Entry
    {
        double beginSeconds = 0, endSeconds = 0;
        std::size_t index = 0;
    };
    std::vector<Entry> entries_;         ///< by begin
    std::vector<double> lastEndSeconds_; ///< of each group of kGroupMarks entries
};

} // namespace melstrom
