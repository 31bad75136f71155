// The rows of a table of marks that are boxes, by file.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Marks/MarkTable.h"

#include <cstddef>
#include <string>
#include <vector>

namespace melstrom
{

struct BoxRows
{
    std::vector<std::vector<std::size_t>> ofFile; ///< rows that are boxes of this file, in order
    std::vector<std::string> warnings;            ///< of rows that are left out
};

/** Finds the file of each box, as cutBoxes describes. Fails: badUsage (no column names the files of
    several; no box has a file). */
Result<BoxRows> boxRowsOf (const MarkTable& table, const FoundFiles& found,
                           const InputOptions& options);

/** "--boxes TABLE: what" */
Error faultOfBoxes (const InputOptions& options, const std::string& what);

} // namespace melstrom
