// The order of marks in a list.
#pragma once

#include "Engine/Marks/MarkTable.h"
#include "Standalone/App/Marks/MarkValues.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace melstrom
{

/** Rows of a list and indices of a table, both from 0. Equal marks keep the order of the file. */
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
