// The first line of a list or table that says what its columns are.
#pragma once

#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/InputList.h"

#include <optional>

namespace melstrom
{

struct TableHeading
{
    CsvFormat format;       ///< of the text from `textAt` on
    std::size_t textAt = 0; ///< where the heading begins, behind a "#"
    std::size_t path = 0;   ///< this and the following: places of columns
    std::vector<std::size_t> labels;
    std::optional<std::size_t> split, fold, group;
    std::vector<std::size_t> targets;
};

/** Looks at the first line that does not begin with "#", and at those before it that do. The first
    that has the path's column is the heading, cut at commas, tabs or semicolons, in double or single
    quotes. In a tab-separated text whose heading has no quotes, quotes are bytes like others; spaces
    behind separators belong to no field where the heading has such.
    groupColumn   what the column of groups is called, unless columns.group says so
    Returns nothing where no line has the path's column. Fails: badUsage, without the table's name:
    `columns` names a column that is not there. */
Result<std::optional<TableHeading>> findHeading (std::string_view text, const TableColumns& columns,
                                                 const std::string& groupColumn);

} // namespace melstrom
