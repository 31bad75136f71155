// Rows and headings that a table did not have.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Marks/MarkLayout.h"
#include "Engine/Marks/MarkRows.h"

#include <string>
#include <vector>

namespace melstrom
{

/** Text of a column besides begin, end, low, high and label. */
struct MarkField
{
    std::string column, text;
};

/** Rows of a new mark, as MarkTable::add says. The layout has a column for each value of the mark.
    Fails: badUsage: a field without a column, or that the format cannot hold. */
Result<std::vector<std::string>> newDelimitedRows (const Mark& mark,
                                                   const std::vector<MarkField>& others,
                                                   const MarkLayout& layout, const MarkRows& rows);
Result<std::vector<std::string>>
newAudacityRows (const Mark& mark, const std::vector<MarkField>& others, const MarkRows& rows);

/** The name of the column of labels in new tables. */
const char* newLabelColumn (MarkFormat format) noexcept;

/** Heading of a new table with columns for all values, and further ones; with a line end. Empty for
    Audacity. The format must be able to hold the names. */
std::string newHeading (MarkFormat format, const std::vector<std::string>& furtherColumns);

} // namespace melstrom
