// One row of a table with separators: its fields as bytes, and as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Quotes are double quotes, doubled inside a field. They open a quoted part only at the start of a
    field. Line ends are LF and CRLF. */
struct RowFormat
{
    char separator = ',';
    bool quotes = true;
    /** spaces right behind a separator belong to no field; with quotes only */
    bool skipsSpaces = false;

    bool operator== (const RowFormat&) const = default;
};

/** A field with its quotes. */
struct FieldSpan
{
    std::size_t at = 0, bytes = 0;
};

struct RowSpans
{
    std::vector<FieldSpan> fields; ///< at least one
    std::size_t end = 0;           ///< of the last field: the line end, or the end of the text
};

/** Bytes of the line end at this index: 0, 1 or 2. */
std::size_t lineEndBytes (std::string_view text, std::size_t at) noexcept;

/** True for a text of spaces, tabs and CR alone. */
bool isBlank (std::string_view text) noexcept;

/** Without spaces and tabs at its ends. */
std::string_view withoutBlanks (std::string_view text) noexcept;

/** The fields of the row that starts at `at`. Empty if a quote is never closed. */
std::optional<RowSpans> splitRow (std::string_view text, std::size_t at, const RowFormat& format);

/** Text of a field. With quotes: without them, or without blanks around an unquoted text. */
std::string fieldText (std::string_view field, const RowFormat& format);

/** True if a field can hold the text. Without quotes it cannot hold separator, CR or LF. */
bool isHoldable (std::string_view text, const RowFormat& format) noexcept;

/** A field with this text, quoted where it has to be. The text must be holdable. */
std::string fieldWith (std::string_view text, const RowFormat& format);

/** Replaces a field of a row with its line end. Blanks around an unquoted field stay. A row that is
    too short gets more fields. */
void setField (std::string& row, std::size_t column, std::string_view text,
               const RowFormat& format);

} // namespace melstrom
