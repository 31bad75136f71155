// Labels of Audacity. Source: Audacity Manual, "Importing and Exporting Labels".
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Marks/MarkRows.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** True for a label, and for a line of frequencies. */
bool isAudacityLine (std::string_view line) noexcept;

/** Appends the labels of a text to `rows`. Each line ends with LF or CRLF.
    A label is begin, tab, end, tab, text. The text may be missing. A line behind it may have a
    backslash, tab, low frequency, tab, high frequency; -1 is no limit. Labels of Audacity 1.2,
    begin, tab, text, are points.
    at     index of the first line
    name   of the file, for messages
    Fails: badUsage, "NAME, line N: ...". */
Result<void> readAudacityRows (std::string_view text, std::size_t at, const std::string& name,
                               MarkRows& rows);

/** Both lines of a label, each with this line end. */
std::string audacityRow (const Mark& mark, const std::string& lineEnd);

/** The lines of `before`, with other bytes for those fields only that differ in `after`. */
std::string changedAudacityRow (const std::string& row, const Mark& before, const Mark& after);

} // namespace melstrom
