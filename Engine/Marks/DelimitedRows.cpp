#include "Engine/Marks/DelimitedRows.h"

#include "Engine/Marks/MarkNumber.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace melstrom
{

namespace
{

/** Texts that stand for no value in tables by R and Python. */
bool isNothing (std::string_view text)
{
    constexpr std::string_view kNothings[] {"", "NA", "NaN", "None", "null"};
    return std::ranges::any_of (kNothings, [text] (std::string_view nothing)
                                { return equalsIgnoringCase (text, nothing); });
}

/** Access to the fields of one row of the text. */
class RowFields
{
public:
    RowFields (std::string_view text, const RowSpans& spans, const MarkLayout& layout)
        : text_ (text), spans_ (spans), layout_ (layout)
    {
    }

    std::string operator[] (std::optional<std::size_t> column) const
    {
        if (! column || *column >= spans_.fields.size ())
            return {};
        const auto& [at, bytes] = spans_.fields[*column];
        return fieldText (text_.substr (at, bytes), layout_.row);
    }

    bool areBlank () const
    {
        return std::ranges::all_of (spans_.fields, [this] (const FieldSpan& field)
                                    { return isBlank (text_.substr (field.at, field.bytes)); });
    }

    Result<Mark> mark () const
    {
        const MarkColumns& columns = layout_.columns;
        Mark mark;
        MELSTROM_TRY_VALUE (mark.beginSeconds, time (columns.begin, "the begin"));
        MELSTROM_TRY_VALUE (mark.endSeconds, time (columns.end, "the end"));
        MELSTROM_TRY_VALUE (mark.lowHz, limit (columns.low, "the low frequency"));
        MELSTROM_TRY_VALUE (mark.highHz, limit (columns.high, "the high frequency"));
        mark.label = (*this)[columns.label];
        MELSTROM_TRY (mark.validate ());
        return mark;
    }

private:
    Result<double> time (std::size_t column, const char* what) const
    {
        if (column >= spans_.fields.size ())
            return badMarks ("the row has " + std::to_string (spans_.fields.size ()) +
                             " fields, and " + what + " is field " + std::to_string (column + 1) +
                             "; add the fields that are missing.");
        return readNumber ((*this)[column], what);
    }

    Result<std::optional<double>> limit (std::optional<std::size_t> column, const char* what) const
    {
        const std::string text = (*this)[column];
        if (isNothing (withoutBlanks (text)))
            return std::optional<double> ();
        MELSTROM_TRY_VALUE (const double value, readNumber (text, what));
        return std::optional (value);
    }

    std::string_view text_;
    const RowSpans& spans_;
    const MarkLayout& layout_;
};

/** Finds the mark that a row of another view or channel belongs to. */
class ViewGroups
{
public:
    explicit ViewGroups (const MarkColumns& columns) : columns_ (columns) {}

    /** Number of the entry, or nextEntry if the row begins a new one. */
    std::size_t entryOf (const RowFields& row, const Mark& mark, std::size_t nextEntry)
    {
        if (! columns_.selection || ! columns_.view)
            return nextEntry;
        const std::string view = row[columns_.view] + '\0' + row[columns_.channel];
        Group& group = groups_[keyOf (row, mark)];
        if (group.views.empty () || std::ranges::count (group.views, view) > 0)
            group = {nextEntry, {}};
        group.views.push_back (view);
        return group.entry;
    }

private:
    struct Group
    {
        std::size_t entry = 0;
        std::vector<std::string> views;
    };

    std::string keyOf (const RowFields& row, const Mark& mark) const
    {
        const auto limit = [] (const std::optional<double>& hz)
        { return hz ? writtenNumber (*hz) : std::string (); };
        std::string key = row[columns_.selection];
        for (const std::string& part :
             {row[columns_.file], writtenNumber (mark.beginSeconds),
              writtenNumber (mark.endSeconds), limit (mark.lowHz), limit (mark.highHz), mark.label})
            (key += '\0') += part;
        return key;
    }

    const MarkColumns& columns_;
    std::unordered_map<std::string, Group> groups_;
};

std::int64_t wholeNumber (const std::string& text)
{
    std::int64_t number = 0;
    const auto digits = withoutBlanks (text);
    const auto end = digits.data () + digits.size ();
    const auto [read, fault] = std::from_chars (digits.data (), end, number);
    const bool isWhole = fault == std::errc () && read == end;
    return isWhole && number < std::int64_t {1} << 62 ? number : 0;
}

} // namespace

Result<void> readDelimitedRows (std::string_view text, std::size_t at, int line,
                                const std::string& name, const MarkLayout& layout, MarkRows& rows)
{
    ViewGroups groups (layout.columns);
    std::size_t numRows = 0;
    while (at < text.size ())
    {
        const auto spans = splitRow (text, at, layout.row);
        if (! spans)
            return badMarksAt (name, line,
                               "a quote is never closed; write a quote inside a field twice.");
        const auto next = spans->end + lineEndBytes (text, spans->end);
        MarkRow row {std::string (text.substr (at, next - at)), rows.nextPlace++};
        const int rowLine = line;
        line += static_cast<int> (std::ranges::count (row.bytes, '\n'));
        at = next;
        const RowFields fields (text, *spans, layout);
        if (fields.areBlank ())
        {
            rows.blanks.push_back (std::move (row));
            continue;
        }
        auto mark = fields.mark ();
        if (! mark)
            return badMarksAt (name, rowLine, mark.error ().message);
        if (++numRows > kMostMarkRows)
            return badMarksAt (name, rowLine, kTooManyMarks);
        rows.lastSelection =
            std::max (rows.lastSelection, wholeNumber (fields[layout.columns.selection]));
        const auto entry = groups.entryOf (fields, *mark, rows.entries.size ());
        if (entry == rows.entries.size ())
            rows.entries.push_back ({*std::move (mark), {}});
        rows.entries[entry].rows.push_back (std::move (row));
    }
    return {};
}

void changeDelimitedRow (std::string& row, const Mark& before, const Mark& after,
                         const MarkLayout& layout)
{
    const MarkColumns& columns = layout.columns;
    const auto set = [&] (std::optional<std::size_t> column, const std::string& text)
    {
        if (column)
            setField (row, *column, text, layout.row);
    };
    const auto limit = [] (const std::optional<double>& hz)
    { return hz ? writtenNumber (*hz) : std::string (); };
    if (before.beginSeconds != after.beginSeconds)
        set (columns.begin, writtenNumber (after.beginSeconds));
    if (before.endSeconds != after.endSeconds)
        set (columns.end, writtenNumber (after.endSeconds));
    if (before.lowHz != after.lowHz)
        set (columns.low, limit (after.lowHz));
    if (before.highHz != after.highHz)
        set (columns.high, limit (after.highHz));
    if (before.label != after.label)
        set (columns.label, after.label);
}

std::string emptyDelimitedRow (const MarkLayout& layout, const std::string& lineEnd)
{
    std::string row = lineEnd;
    setField (row, layout.names.size () - 1, "", layout.row);
    return row;
}

std::int64_t selectionOf (const std::string& row, const MarkLayout& layout)
{
    const auto column = layout.columns.selection;
    return column ? wholeNumber (fieldOf (row, *column, layout)) : 0;
}

std::string fieldOf (const std::string& row, std::size_t column, const MarkLayout& layout)
{
    const auto spans = splitRow (row, 0, layout.row);
    return spans ? RowFields (row, *spans, layout)[column] : std::string ();
}

} // namespace melstrom
