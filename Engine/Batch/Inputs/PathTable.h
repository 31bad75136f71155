// Text with one file per row and facts about it: a list of inputs, or a table of labels.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/InputList.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

struct PathRow
{
    int line = 0;     ///< where the row stands in the text, from 1
    std::string path; ///< tidy, as listed; may be relative to the base of the text
    RowFacts facts;
};

struct PathTable
{
    std::vector<PathRow> rows;
    bool hasGroups = false; ///< there is a column of groups
};

/** "lists.txt, line 3: <what>" as an error. Escapes the path for printing. */
Error faultInTable (const std::string& tablePath, int line, const std::string& what);

/** Without a heading: CSV with one or two columns (path, label). With a heading (see findHeading):
    the columns that options.columns names; other columns are ignored. All fields but the path lose
    the spaces around them. Several labels: options.labelSeparator within a field, or several
    columns; each counts once. A split has the name of a split's folder (splitNamed). A target is a
    number, empty or nan.
    name     of the table, for messages
    Fails: badUsage with the line (no path, a NUL byte, too many columns, an open quote, an unknown
    split, no number, a column that is not there). */
Result<PathTable> parsePathTable (const std::string& name, std::string_view text,
                                  const InputOptions& options);

/** The same for a file. Fails besides: as opening and reading do; badUsage for over 1 GiB. */
Result<PathTable> readPathTable (Storage& storage, const std::string& tablePath,
                                 const InputOptions& options);

} // namespace melstrom
