// The formats of files of marks, and the columns of those with a heading.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Marks/DelimitedRow.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

enum class MarkFormat
{
    audacity, ///< begin, tab, end, tab, label; a second line for frequencies
    raven,    ///< tab-separated, a heading with "Begin Time (s)" and "End Time (s)"
    csv       ///< any other table with a heading
};

/** Places of columns. */
struct MarkColumns
{
    std::size_t begin = 0, end = 0;
    std::optional<std::size_t> low, high, label;
    std::optional<std::size_t> selection, view, channel, file; ///< as Raven names them
};

struct MarkLayout
{
    MarkFormat format = MarkFormat::csv;
    RowFormat row;
    std::vector<std::string> names; ///< of all columns
    MarkColumns columns;

    /** Case does not count. Of several columns with the name, the first. */
    std::optional<std::size_t> columnNamed (std::string_view name) const;
    /** True for begin, end, low, high and label. */
    bool isValue (std::size_t column) const noexcept;
};

/** Layout of the table whose heading starts at `at`.
    labelColumn   its name; empty: the first known name
    notes         gets a sentence for each column of frequencies in another unit than Hz
    Fails: badUsage, without file and line: no columns for begin and end, no column of that name, a
    quote that is never closed. */
Result<MarkLayout> readHeading (std::string_view text, std::size_t at,
                                const std::string& labelColumn, std::vector<std::string>& notes);

} // namespace melstrom
