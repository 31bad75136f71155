#include "Engine/Marks/MarkLayout.h"

#include "Engine/Marks/MarkColumnNames.h"
#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>

namespace melstrom
{

namespace
{

using Names = std::vector<std::string>;

std::optional<std::size_t> placeOf (const Names& names, std::string_view name)
{
    const auto found = std::ranges::find_if (names, [name] (const std::string& other)
                                             { return equalsIgnoringCase (other, name); });
    if (found == names.end ())
        return {};
    return static_cast<std::size_t> (found - names.begin ());
}

std::string listOf (const Names& names)
{
    constexpr std::size_t kMostNames = 20;
    std::string list;
    for (std::size_t i = 0; i < std::min (names.size (), kMostNames); ++i)
        list += (i == 0 ? "" : ", ") + shownText (names[i]);
    return list + (names.size () > kMostNames ? ", ..." : "");
}

/** Fields of the heading in this format; empty if a quote is never closed. */
std::optional<Names> namesOf (std::string_view text, std::size_t at, const RowFormat& format)
{
    const auto row = splitRow (text, at, format);
    if (! row)
        return {};
    Names names;
    for (const auto& [from, bytes] : row->fields)
        names.emplace_back (trimmedText (fieldText (text.substr (from, bytes), format)));
    return names;
}

/** How rows below this heading are cut. A tab-separated text without quotes in its heading has
    quotes as ordinary bytes. */
std::optional<RowFormat> formatOf (std::string_view text, std::size_t at, char separator)
{
    RowFormat format {separator, true, false};
    const auto row = splitRow (text, at, format);
    if (! row)
        return {};
    const auto heading = text.substr (at, row->end - at);
    format.quotes = separator != '\t' || heading.find ('"') != heading.npos;
    format.skipsSpaces =
        format.quotes && std::ranges::any_of (row->fields, [text] (const FieldSpan& field)
                                              { return field.bytes > 0 && text[field.at] == ' '; });
    return format;
}

Error noTimes (const Names& names, bool hasBegin, bool hasEnd)
{
    for (const std::string& name : names)
        if (! hasBegin && ! hasEnd && isTimeInOtherUnit (name))
            return badMarks ("the column " + shownText (name) +
                             " is not in seconds; write the times in seconds, in columns such as "
                             "begin_s and end_s.");
    if (hasBegin != hasEnd)
        return badMarks (std::string ("the heading has a column for the ") +
                         (hasBegin ? "begin and none for the end" : "end and none for the begin") +
                         "; add the column " + (hasBegin ? "end_s" : "begin_s") +
                         " (a point has equal times). The columns are " + listOf (names) + ".");
    return badMarks ("neither a label of Audacity (begin, tab, end, tab, text) nor a heading with "
                     "columns for begin and end; write a heading such as "
                     "begin_s,end_s,low_hz,high_hz,label. The columns are " +
                     listOf (names) + ".");
}

MarkColumns columnsOf (const Names& names, std::vector<std::string>& notes)
{
    MarkColumns columns;
    columns.low = lowColumnOf (names);
    columns.high = highColumnOf (names);
    columns.label = labelColumnOf (names);
    columns.selection = placeOf (names, "Selection");
    columns.view = placeOf (names, "View");
    columns.channel = placeOf (names, "Channel");
    columns.file = placeOf (names, "Begin File");
    if (! columns.file)
        columns.file = placeOf (names, "Begin Path");
    for (const std::string& name : names)
        if (isFrequencyInOtherUnit (name))
            notes.push_back ("The column " + shownText (name) +
                             " is kept and not read as a limit of frequency: limits are in Hz, in "
                             "columns such as low_hz and high_hz.");
    return columns;
}

/** False without a column for labels, and for a column of times or frequencies. */
bool isLabelColumn (const MarkColumns& columns)
{
    return columns.label && columns.label != columns.begin && columns.label != columns.end &&
           columns.label != columns.low && columns.label != columns.high;
}

} // namespace

std::optional<std::size_t> MarkLayout::columnNamed (std::string_view name) const
{
    return placeOf (names, name);
}

bool MarkLayout::isValue (std::size_t column) const noexcept
{
    return column == columns.begin || column == columns.end || column == columns.low ||
           column == columns.high || column == columns.label;
}

Result<MarkLayout> readHeading (std::string_view text, std::size_t at,
                                const std::string& labelColumn, std::vector<std::string>& notes)
{
    std::optional<Names> longest;
    for (const char separator : {'\t', ',', ';'})
    {
        const auto format = formatOf (text, at, separator);
        auto names = format ? namesOf (text, at, *format) : std::nullopt;
        if (! names)
            continue;
        const auto begin = beginColumnOf (*names), end = endColumnOf (*names);
        if (! begin || ! end)
        {
            if (! longest || names->size () > longest->size ())
                longest = std::move (names);
            continue;
        }
        MarkLayout layout {MarkFormat::csv, *format, *names, columnsOf (*names, notes)};
        layout.columns.begin = *begin;
        layout.columns.end = *end;
        if (separator == '\t' && std::ranges::count (*names, kRavenBegin) > 0 &&
            std::ranges::count (*names, kRavenEnd) > 0)
            layout.format = MarkFormat::raven;
        if (! labelColumn.empty ())
            layout.columns.label = layout.columnNamed (labelColumn);
        if (! labelColumn.empty () && ! isLabelColumn (layout.columns))
            return badMarks ("there is no column " + shownText (labelColumn) +
                             " for labels; the columns are " + listOf (*names) + ".");
        return layout;
    }
    if (! longest)
        return badMarks ("a quote is never closed; write a quote inside a field twice.");
    return noTimes (*longest, beginColumnOf (*longest).has_value (),
                    endColumnOf (*longest).has_value ());
}

} // namespace melstrom
