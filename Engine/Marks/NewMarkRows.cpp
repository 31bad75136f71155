#include "Engine/Marks/NewMarkRows.h"

#include "Engine/Marks/AudacityRows.h"
#include "Engine/Marks/DelimitedRows.h"
#include "Engine/Marks/MarkNumber.h"

namespace melstrom
{

namespace
{

Result<std::size_t> columnFor (const MarkField& field, const MarkLayout& layout)
{
    const auto column = layout.columnNamed (field.column);
    if (! column)
        return badMarks ("the table has no column " + shownText (field.column) +
                         "; leave the field out, or convert the table.");
    if (layout.isValue (*column))
        return badMarks ("the column " + shownText (field.column) +
                         " is a part of the mark itself; set it there.");
    if (field.text.find ('\0') != field.text.npos || ! isHoldable (field.text, layout.row))
        return badMarks ("the text " + shownText (field.text) + " of " + shownText (field.column) +
                         " has a tab, a line end or a NUL byte, which this table cannot hold; "
                         "write a space.");
    return *column;
}

/** Sets selection, view and channel of the n-th row of a new mark. */
void setView (std::string& row, std::size_t n, const MarkEntry* last, const MarkLayout& layout,
              std::int64_t selection)
{
    const auto set = [&] (std::optional<std::size_t> column, const std::string& text)
    {
        if (column)
            setField (row, *column, text, layout.row);
    };
    const auto lastText = [&] (std::optional<std::size_t> column, const char* otherwise)
    {
        return last && column ? fieldOf (last->rows[n].bytes, *column, layout)
                              : std::string (otherwise);
    };
    set (layout.columns.selection, std::to_string (selection));
    set (layout.columns.view, lastText (layout.columns.view, "Spectrogram 1"));
    set (layout.columns.channel, lastText (layout.columns.channel, "1"));
}

} // namespace

Result<std::vector<std::string>> newDelimitedRows (const Mark& mark,
                                                   const std::vector<MarkField>& others,
                                                   const MarkLayout& layout, const MarkRows& rows)
{
    const bool hasViews = layout.columns.selection && layout.columns.view;
    const auto* last = hasViews && ! rows.entries.empty () ? &rows.entries.back () : nullptr;
    std::vector<std::string> texts (last ? last->rows.size () : 1,
                                    emptyDelimitedRow (layout, rows.lineEnd));
    for (std::size_t i = 0; i < texts.size (); ++i)
    {
        if (hasViews)
            setView (texts[i], i, last, layout, rows.lastSelection + 1);
        for (const MarkField& field : others)
        {
            MELSTROM_TRY_VALUE (const auto column, columnFor (field, layout));
            setField (texts[i], column, field.text, layout.row);
        }
        const Mark nothing {-1, -1, {}, {}, {}};
        changeDelimitedRow (texts[i], nothing, mark, layout);
    }
    return texts;
}

Result<std::vector<std::string>>
newAudacityRows (const Mark& mark, const std::vector<MarkField>& others, const MarkRows& rows)
{
    if (! others.empty ())
        return badMarks ("labels of Audacity have no column " + shownText (others[0].column) +
                         "; leave the field out, or convert the table.");
    return std::vector<std::string> {audacityRow (mark, rows.lineEnd)};
}

const char* newLabelColumn (MarkFormat format) noexcept
{
    return format == MarkFormat::raven ? "Annotation" : "label";
}

std::string newHeading (MarkFormat format, const std::vector<std::string>& furtherColumns)
{
    if (format == MarkFormat::audacity)
        return {};
    const bool isRaven = format == MarkFormat::raven;
    const RowFormat row {isRaven ? '\t' : ',', ! isRaven, false};
    std::string heading = isRaven ? "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\t"
                                    "Low Freq (Hz)\tHigh Freq (Hz)\t"
                                  : "begin_s,end_s,low_hz,high_hz,";
    heading += newLabelColumn (format);
    for (const std::string& name : furtherColumns)
        (heading += row.separator) += fieldWith (name, row);
    return heading + '\n';
}

} // namespace melstrom
