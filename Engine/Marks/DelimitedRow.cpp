#include "Engine/Marks/DelimitedRow.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::string_view kBlanks = " \t";

/** The end of the field that starts at `at`; npos if its quote is never closed. */
std::size_t fieldEnd (std::string_view text, std::size_t at, const RowFormat& format)
{
    if (format.quotes && at < text.size () && text[at] == '"')
    {
        for (++at;; at += 2)
        {
            at = text.find ('"', at);
            if (at == text.npos)
                return at;
            if (at + 1 == text.size () || text[at + 1] != '"')
                break;
        }
        ++at;
    }
    while (at < text.size () && text[at] != format.separator && lineEndBytes (text, at) == 0)
        ++at;
    return at;
}

std::string quoted (std::string_view text)
{
    std::string field = "\"";
    for (const char byte : text)
        field.append (byte == '"' ? 2 : 1, byte);
    return field + '"';
}

/** Text of a field that begins with a quote, and is not cut inside its quotes. */
std::string unquoted (std::string_view field)
{
    std::string text;
    std::size_t at = 1;
    for (; at < field.size (); ++at)
    {
        if (field[at] == '"')
        {
            if (at + 1 == field.size () || field[at + 1] != '"')
                break;
            ++at;
        }
        text += field[at];
    }
    const auto rest = field.substr (std::min (at + 1, field.size ()));
    return text += withoutBlanks (rest).empty () ? std::string_view {} : rest;
}

} // namespace

std::size_t lineEndBytes (std::string_view text, std::size_t at) noexcept
{
    if (at < text.size () && text[at] == '\n')
        return 1;
    return at + 1 < text.size () && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 0;
}

bool isBlank (std::string_view text) noexcept
{
    return text.find_first_not_of (" \t\r") == text.npos;
}

std::string_view withoutBlanks (std::string_view text) noexcept
{
    const auto first = text.find_first_not_of (kBlanks);
    if (first == text.npos)
        return {};
    return text.substr (first, text.find_last_not_of (kBlanks) + 1 - first);
}

std::optional<RowSpans> splitRow (std::string_view text, std::size_t at, const RowFormat& format)
{
    RowSpans row;
    for (;;)
    {
        const auto end = fieldEnd (text, at, format);
        if (end == text.npos)
            return {};
        row.fields.push_back ({at, end - at});
        row.end = end;
        if (end == text.size () || text[end] != format.separator)
            return row;
        at = end + 1;
        while (format.skipsSpaces && at < text.size () && text[at] == ' ')
            ++at;
    }
}

std::string fieldText (std::string_view field, const RowFormat& format)
{
    if (! format.quotes)
        return std::string (field);
    return field.starts_with ('"') ? unquoted (field) : std::string (withoutBlanks (field));
}

bool isHoldable (std::string_view text, const RowFormat& format) noexcept
{
    return format.quotes ||
           (text.find (format.separator) == text.npos && text.find_first_of ("\r\n") == text.npos);
}

std::string fieldWith (std::string_view text, const RowFormat& format)
{
    const bool isPlain = isHoldable (text, {format.separator, false, false}) &&
                         text.find ('"') == text.npos && withoutBlanks (text) == text;
    return format.quotes && ! isPlain ? quoted (text) : std::string (text);
}

void setField (std::string& row, std::size_t column, std::string_view text, const RowFormat& format)
{
    auto spans = splitRow (row, 0, format);
    if (! spans)
        return; // rows with an open quote are not read
    const std::string between (format.skipsSpaces ? 2 : 1, ' ');
    while (spans->fields.size () <= column)
    {
        std::string added = between;
        added[0] = format.separator;
        row.insert (spans->end, added);
        spans->end += added.size ();
        spans->fields.push_back ({spans->end, 0});
    }
    auto [at, bytes] = spans->fields[column];
    const std::string_view field = std::string_view (row).substr (at, bytes);
    const auto core = withoutBlanks (field);
    const std::string written = fieldWith (text, format);
    if (format.quotes && ! field.starts_with ('"') && ! written.starts_with ('"') &&
        ! core.empty ())
    {
        at += static_cast<std::size_t> (core.data () - field.data ());
        bytes = core.size ();
    }
    row.replace (at, bytes, written);
}

} // namespace melstrom
