// Marks of one format in another.
#pragma once

#include "Engine/Marks/MarkTable.h"

#include <string>
#include <vector>

namespace melstrom
{

struct ConvertedMarks
{
    MarkTable table;
    /** Further columns that the new table lacks: all in Audacity's format; columns without a name
        of their own, or with a name that the new table has already. */
    std::vector<std::string> leftOut;
};

/** A new table with the same marks in the same order, one row a mark. Tables with a heading have
    columns for all values, and the further columns of the old table. A table of Raven keeps numbers
    of selections and channels, and the views of marks with a single row; other marks are in
    "Spectrogram 1". The same format again gives a table all its columns.
    Fails: badUsage, "mark N: ...", for a text that the format cannot hold. */
Result<ConvertedMarks> convertMarks (const MarkTable& marks, MarkFormat format);

} // namespace melstrom
