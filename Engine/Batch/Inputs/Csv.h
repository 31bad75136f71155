// RFC 4180 comma-separated text and its relatives. Fields are bytes.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{
class ReadableFile;

/** Appends one field. Quotes it only if it has a comma, quote, CR or LF, or starts with a UTF-8
    mark. */
void appendCsvField (std::string& text, std::string_view field);

/** Appends a row and "\n", with fields as appendCsvField writes them. A single empty field becomes
    two quotes, because an empty line is no row. */
void appendCsvRow (std::string& text, const std::vector<std::string>& fields);

struct CsvRow
{
    int line = 0; ///< where the row starts, from 1
    std::vector<std::string> fields;
};

/** How a text is cut into fields. The default is RFC 4180. */
struct CsvFormat
{
    char separator = ',';
    char quote = '"';         ///< 0: no quoting, as in plain tab-separated text
    bool skipsSpaces = false; ///< spaces right behind a separator belong to no field
    int firstLine = 1;        ///< number of the text's first line
    /** reading stops at this number */
    std::size_t mostRows = std::numeric_limits<std::size_t>::max ();

    bool operator== (const CsvFormat&) const = default;
};

/** Accepts LF and CRLF, a UTF-8 mark at the start, and quoted fields over several lines. Leaves out
    empty lines. Keeps a quote inside an unquoted field, a CR without LF and text after a closing
    quote as they are.
    Fails: badUsage with the line of an unclosed quote. */
Result<std::vector<CsvRow>> parseCsv (std::string_view text, const CsvFormat& format = {});

/** Calls `take` with each row of a file that `appendCsvRow` wrote, or that quotes in the same way;
    rows are as `parseCsv` gives them. Holds about readBytes of the file at a time, more only for a
    longer row. After a failure of `take` it is not called again. Fails: badUsage with the line of
    an unclosed quote, readFailed, as `take` does. */
Result<void> forEachCsvRow (ReadableFile& file,
                            const std::function<Result<void> (const CsvRow&)>& take,
                            std::size_t readBytes = std::size_t {1} << 20);

} // namespace melstrom
