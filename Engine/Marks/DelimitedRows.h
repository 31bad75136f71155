// Rows of a table of marks below its heading: Raven's selections and CSV.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Marks/MarkLayout.h"
#include "Engine/Marks/MarkRows.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace melstrom
{

/** Appends the rows of a text to `rows`. Each line ends with LF or CRLF. Rows without any text are
    blank lines. Rows of one selection, one file, and with equal values, but of another view or
    channel are one mark. Frequencies may be empty, NA, nan or None.
    at, line   index and number of the line behind the heading
    name       of the file, for messages
    Fails: badUsage, "NAME, line N: ...". */
Result<void> readDelimitedRows (std::string_view text, std::size_t at, int line,
                                const std::string& name, const MarkLayout& layout, MarkRows& rows);

/** Sets the fields of a row in which the marks differ; a column that is not there is left out. */
void changeDelimitedRow (std::string& row, const Mark& before, const Mark& after,
                         const MarkLayout& layout);

/** A row of the layout's columns without text. */
std::string emptyDelimitedRow (const MarkLayout& layout, const std::string& lineEnd);

/** The number in the column Selection; 0 if there is none. */
std::int64_t selectionOf (const std::string& row, const MarkLayout& layout);

/** Text of a column; empty if the row is too short. */
std::string fieldOf (const std::string& row, std::size_t column, const MarkLayout& layout);

} // namespace melstrom
