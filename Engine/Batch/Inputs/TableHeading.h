// The first line of a list or table, if it names the columns.
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
    std::size_t path = 0;   ///< this and the next fields: places of columns
    std::vector<std::size_t> labels;
    std::optional<std::size_t> split, fold, group;
    std::vector<std::size_t> targets;
};

/** Searches the first line that does not begin with "#", and the lines with "#" before it. The
    first of them with the path column is the heading. Its fields are cut at commas, tabs or
    semicolons and may have double or single quotes. In a tab-separated text whose heading has no
    quotes, quotes are ordinary bytes. If the heading has spaces behind separators, such spaces
    belong to no field.
    groupColumn   name of the group column, unless columns.group is set
    Returns nothing if no line has the path column. Fails: badUsage, without the table's name, if
    `columns` names a column that is not there. */
Result<std::optional<TableHeading>> findHeading (std::string_view text, const TableColumns& columns,
                                                 const std::string& groupColumn);

} // namespace melstrom
