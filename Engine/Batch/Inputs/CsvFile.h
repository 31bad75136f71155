// The rows of a long CSV file, one after the other.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/Csv.h"

#include <functional>

namespace melstrom
{

/** Calls `take` with each row of a file that `appendCsvRow` wrote, or that quotes in the same way;
    rows are as `parseCsv` gives them. Holds about readBytes of the file at a time, more only for a
    longer row. After a failure of `take` it is not called again. Fails: badUsage with the line of
    an unclosed quote, readFailed, as `take` does. */
Result<void> forEachCsvRow (ReadableFile& file,
                            const std::function<Result<void> (const CsvRow&)>& take,
                            std::size_t readBytes = std::size_t {1} << 20);

} // namespace melstrom
