// RFC 4180 comma-separated text. Fields are bytes.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Appends one field; quotes it only where it has a comma, quote, CR or LF, or starts with a UTF-8 mark. */
void appendCsvField (std::string& text, std::string_view field);

/** Appends a row and "\n"; quotes a field only where it has a comma, quote, CR or LF, or where it
    is empty and alone (an empty line is no row). */
void appendCsvRow (std::string& text, const std::vector<std::string>& fields);

struct CsvRow
{
    int line = 0; ///< where it starts, from 1
    std::vector<std::string> fields;
};

/** Accepts LF and CRLF, a UTF-8 mark at the start, quoted fields over several lines. Empty lines
    are left out. A quote inside an unquoted field, a CR without LF and text after a closing quote
    are kept as they are.
    Fails: badUsage with the line of an unclosed quote. */
Result<std::vector<CsvRow>> parseCsv (std::string_view text);

} // namespace melstrom
