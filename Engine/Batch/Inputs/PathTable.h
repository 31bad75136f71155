// Text that names files, one a row: a list of inputs, or a table of labels.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <vector>

namespace melstrom
{

struct PathRow
{
    int line = 0;      ///< where it stands in the text, from 1
    std::string path;  ///< tidy, as listed: relative to whatever the text is relative to
    std::string label; ///< empty: none
};

/** "lists.txt, line 3: <what>" as an error; the path is escaped for printing. */
Error faultInTable (const std::string& tablePath, int line, const std::string& what);

/** CSV with one or two columns (path, label). A first row that has a field "path" (any case) names
    the columns, of which "path" and "label" are taken and the others, any number, are not.
    Fails: badUsage with the line (no path, a NUL byte, too many columns, an open quote, over
    1 GiB), and as opening and reading do. */
Result<std::vector<PathRow>> readPathTable (Storage& storage, const std::string& tablePath);

} // namespace melstrom
