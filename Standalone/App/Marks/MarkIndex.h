// The marks of a table by their times, and in the order of a list.
#pragma once

#include "Engine/Marks/MarkTable.h"
#include "Standalone/App/Marks/MarkValues.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace melstrom
{

/** Finds the marks of a stretch of time: the marks of a table by their begins, in groups that know
    their last end. Thread: one at a time. */
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

/** The order of marks in a list: rows of a list and indices of a table, both from 0. Equal
    marks keep the order of the file. */
class MarkOrder
{
public:
    std::optional<MarkValue> value; ///< sorted by it; empty: order of the file
    bool isFalling = false;

    void build (const MarkTable& marks);
    std::size_t size () const noexcept { return indices_.size (); }
    std::size_t indexOf (std::size_t row) const { return indices_[row]; }
    std::size_t rowOf (std::size_t index) const { return rows_[index]; }

private:
    std::vector<std::size_t> indices_, rows_;
};

} // namespace melstrom
