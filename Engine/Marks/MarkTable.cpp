#include "Engine/Marks/MarkTable.h"

#include "Engine/Core/Printable.h"
#include "Engine/Marks/AudacityRows.h"
#include "Engine/Marks/DelimitedRows.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/Utf8Text.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

int lineOf (std::string_view text, std::size_t at)
{
    return 1 + static_cast<int> (std::ranges::count (text.substr (0, at), '\n'));
}

/** Fails for bytes that are no table. Notes bytes that are no UTF-8. */
Result<void> checkBytes (std::string_view text, const std::string& name,
                         std::vector<std::string>& notes)
{
    if (text.size () > kMostMarkBytes)
        return badMarks (printable (name) + " has " + std::to_string (text.size ()) +
                         " bytes; a table of marks has at most " + std::to_string (kMostMarkBytes) +
                         ". Divide it.");
    if (const auto zero = text.find ('\0'); zero != text.npos)
        return badMarksAt (name, lineOf (text, zero),
                           "a NUL byte; this is no text, or text in UTF-16. Save it as UTF-8.");
    const std::string valid = validUtf8 (text, 3 * text.size ());
    if (valid == text)
        return {};
    const auto [at, unused] = std::ranges::mismatch (text, valid);
    notes.push_back (printable (name) + ", line " +
                     std::to_string (lineOf (text, static_cast<std::size_t> (at - text.begin ()))) +
                     ": not UTF-8. All bytes are kept as they are; labels may look wrong.");
    return {};
}

/** Ends the last line, so that each line has an end. */
LastLine endLastLine (std::string& text, const std::string& lineEnd)
{
    if (text.empty () || text.ends_with ('\n'))
        return LastLine::ended;
    const bool hasCr = text.ends_with ('\r');
    text += hasCr ? "\n" : lineEnd;
    return hasCr ? LastLine::openAfterCr : LastLine::open;
}

std::string firstLineEnd (std::string_view text)
{
    const auto at = text.find ('\n');
    return at != text.npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

/** Index of the first line that is not blank. */
std::size_t firstLine (std::string_view text, std::size_t at)
{
    while (at < text.size ())
    {
        const auto end = std::min (text.find ('\n', at), text.size ());
        if (! isBlank (text.substr (at, end - at)))
            return at;
        at = std::min (end + 1, text.size ());
    }
    return at;
}

} // namespace

MarkTable::MarkTable (MarkFormat format) : format_ (format)
{
    if (format != MarkFormat::audacity)
        *this = *parse (newHeading (format, {}));
}

Result<MarkTable> MarkTable::parse (std::string_view bytes, const MarkTableOptions& options)
{
    MarkTable table;
    MELSTROM_TRY (checkBytes (bytes, options.name, table.notes_));
    std::string text (bytes);
    table.rows_.lineEnd = firstLineEnd (text);
    table.rows_.lastLine = endLastLine (text, table.rows_.lineEnd);
    const std::size_t start = text.starts_with (kUtf8Mark) ? kUtf8Mark.size () : 0;
    const std::size_t at = firstLine (text, start);
    const std::string_view line = std::string_view (text).substr (at, text.find ('\n', at) - at);
    if (line.empty () || isAudacityLine (line))
    {
        table.rows_.head = text.substr (0, start);
        MELSTROM_TRY (readAudacityRows (text, start, options.name, table.rows_));
        return table;
    }

    auto layout = readHeading (text, at, options.labelColumn, table.notes_);
    if (! layout)
        return badMarksAt (options.name, lineOf (text, at), layout.error ().message);
    table.format_ = layout->format;
    table.layout_ = *std::move (layout);
    const auto end = splitRow (text, at, table.layout_->row)->end;
    const auto rowsAt = end + lineEndBytes (text, end);
    table.rows_.head = text.substr (0, rowsAt);
    MELSTROM_TRY (readDelimitedRows (text, rowsAt, lineOf (text, rowsAt), options.name,
                                     *table.layout_, table.rows_));
    return table;
}

std::string MarkTable::field (std::size_t index, std::string_view column) const
{
    const auto place = layout_ ? layout_->columnNamed (column) : std::nullopt;
    if (! place)
        return {};
    for (const MarkRow& row : rows_.entries[index].rows)
        if (auto text = fieldOf (row.bytes, *place, *layout_); ! text.empty ())
            return text;
    return {};
}

std::vector<std::string> MarkTable::furtherColumns () const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; layout_ && i < layout_->names.size (); ++i)
        if (! layout_->isValue (i))
            names.push_back (layout_->names[i]);
    return names;
}

Result<void> MarkTable::checkHoldable (const Mark& mark, const Mark& before) const
{
    MELSTROM_TRY (mark.validate ());
    if (mark.label != before.label &&
        (layout_ ? ! isHoldable (mark.label, layout_->row)
                 : mark.label.find_first_of ("\r\n") != mark.label.npos))
        return badMarks ("the label " + shownText (mark.label) + " has a line end" +
                         (layout_ ? " or a tab" : "") +
                         "; this format cannot hold it. Write a space.");
    if (! layout_)
        return {};
    const std::string cure = "; convert the table, which adds the column.";
    const MarkColumns& columns = layout_->columns;
    if (mark.lowHz != before.lowHz && ! columns.low)
        return badMarks ("the table has no column for a low frequency" + cure);
    if (mark.highHz != before.highHz && ! columns.high)
        return badMarks ("the table has no column for a high frequency" + cure);
    if (mark.label != before.label && ! columns.label)
        return badMarks ("the table has no column for a label" + cure);
    return {};
}

Result<void> MarkTable::add (const Mark& mark, const std::vector<MarkField>& others)
{
    MELSTROM_TRY (checkHoldable (mark, {}));
    MELSTROM_TRY_VALUE (auto rows, layout_ ? newDelimitedRows (mark, others, *layout_, rows_)
                                           : newAudacityRows (mark, others, rows_));
    if ((rows_.entries.size () + 1) * rows.size () > kMostMarkRows)
        return badMarks (kTooManyMarks);
    MarkEntry entry {mark, {}};
    for (std::string& row : rows)
    {
        if (layout_)
            rows_.lastSelection = std::max (rows_.lastSelection, selectionOf (row, *layout_));
        entry.rows.push_back ({std::move (row), rows_.nextPlace++});
    }
    rows_.entries.push_back (std::move (entry));
    return {};
}

Result<void> MarkTable::change (std::size_t index, const Mark& mark)
{
    MarkEntry& entry = rows_.entries[index];
    MELSTROM_TRY (checkHoldable (mark, entry.mark));
    for (MarkRow& row : entry.rows)
        if (layout_)
            changeDelimitedRow (row.bytes, entry.mark, mark, *layout_);
        else
            row.bytes = changedAudacityRow (row.bytes, entry.mark, mark);
    entry.mark = mark;
    return {};
}

void MarkTable::remove (std::size_t index)
{
    rows_.entries.erase (rows_.entries.begin () + static_cast<std::ptrdiff_t> (index));
}

void MarkTable::sort ()
{
    rows_.sort ();
}

std::string MarkTable::text () const
{
    return rows_.text ();
}

Result<MarkTable> readMarkTable (const std::filesystem::path& path, const std::string& labelColumn)
{
    const auto text = readSmallFile (path, kMostMarkBytes, "a table of marks");
    if (! text)
        return badMarks (text.error ().message);
    return MarkTable::parse (*text, {path.string (), labelColumn});
}

} // namespace melstrom
