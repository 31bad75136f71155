#include "Engine/Batch/Inputs/TableHeading.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

using Places = std::vector<std::size_t>;

/** A line of the text that may be a heading. */
struct Candidate
{
    std::size_t at;        ///< behind a "#" and its spaces
    std::string_view text; ///< to the end of the text: a quoted field may span several lines
    std::string_view line;
    int number;
};

/** The lines that begin with "#" at the start of the text, and the line behind them. */
std::vector<Candidate> candidatesOf (std::string_view text)
{
    constexpr std::size_t mostComments = 64;
    constexpr std::string_view utf8Mark = "\xEF\xBB\xBF";
    std::vector<Candidate> candidates;
    std::size_t at = text.starts_with (utf8Mark) ? utf8Mark.size () : 0;
    for (int number = 1; at < text.size () && candidates.size () < mostComments; ++number)
    {
        const auto end = std::min (text.find ('\n', at), text.size ());
        auto line = text.substr (at, end - at);
        if (line.ends_with ('\r'))
            line.remove_suffix (1);
        const bool isComment = line.starts_with ('#');
        const auto start = isComment ? std::min (line.find_first_not_of ("# \t"), line.size ()) : 0;
        if (start < line.size ())
            candidates.push_back (
                {at + start, text.substr (at + start), line.substr (start), number});
        if (! line.empty () && ! isComment)
            break;
        at = end + 1;
    }
    return candidates;
}

Places placesOf (const CsvRow& row, std::string_view column)
{
    Places places;
    for (std::size_t index = 0; index < row.fields.size (); ++index)
        if (asciiLowerCase (trimmed (row.fields[index])) == asciiLowerCase (column))
            places.push_back (index);
    return places;
}

std::string orDefault (const std::string& name, const char* fallback)
{
    return name.empty () ? fallback : name;
}

/** The candidate's fields in this format, if they include the path column. */
std::optional<CsvRow> headingRow (const Candidate& candidate, const std::string& pathColumn,
                                  const CsvFormat& format)
{
    CsvFormat first = format;
    first.mostRows = 1;
    auto rows = parseCsv (candidate.text, first);
    if (! rows || rows->empty () || placesOf (rows->front (), pathColumn).empty ())
        return {};
    return std::move (rows->front ());
}

std::optional<std::pair<CsvRow, CsvFormat>> cutHeading (const Candidate& candidate,
                                                        const std::string& pathColumn)
{
    for (const char quote : {'"', '\''})
        for (const char separator : {',', '\t', ';'})
        {
            CsvFormat format;
            format.separator = separator;
            format.quote = quote;
            format.firstLine = candidate.number;
            auto row = headingRow (candidate, pathColumn, format);
            if (! row)
                continue;
            if (separator == '\t' && candidate.line.find (quote) == std::string_view::npos)
                format.quote = 0;
            format.skipsSpaces = std::ranges::any_of (row->fields, [] (const std::string& field)
                                                      { return field.starts_with (' '); });
            return std::pair (std::move (*row), format);
        }
    return {};
}

/** Looks up requested columns by name; remembers the first that is missing. */
class ColumnFinder
{
public:
    explicit ColumnFinder (const CsvRow& heading) : heading_ (heading) {}

    std::optional<std::size_t> find (const std::string& asked, const std::string& fallback)
    {
        const auto places = placesOf (heading_, asked.empty () ? fallback : asked);
        if (places.empty () && ! asked.empty () && missing_.empty ())
            missing_ = asked;
        return places.empty () ? std::nullopt : std::optional (places.front ());
    }

    Places findAll (const std::vector<std::string>& asked)
    {
        Places places;
        for (const auto& name : asked)
            if (const auto place = find (name, ""))
                places.push_back (*place);
        return places;
    }

    Result<void> result () const
    {
        if (missing_.empty ())
            return {};
        std::string names;
        for (const auto& field : heading_.fields)
            names += (names.empty () ? "" : ", ") + printable (trimmed (field));
        return Error {ErrorCode::badUsage,
                      "there is no column " + printable (missing_) + "; the columns are " + names +
                          ".",
                      {}};
    }

private:
    const CsvRow& heading_;
    std::string missing_;
};

} // namespace

Result<std::optional<TableHeading>> findHeading (std::string_view text, const TableColumns& columns,
                                                 const std::string& groupColumn)
{
    const auto pathColumn = orDefault (columns.path, "path");
    for (const auto& candidate : candidatesOf (text))
    {
        const auto cut = cutHeading (candidate, pathColumn);
        if (! cut)
            continue;
        const auto& [row, format] = *cut;
        TableHeading heading;
        heading.format = format;
        heading.textAt = candidate.at;
        ColumnFinder finder (row);
        heading.path = finder.find (pathColumn, "").value_or (0);
        heading.labels =
            columns.labels.empty () ? placesOf (row, "label") : finder.findAll (columns.labels);
        heading.split = finder.find (columns.split, "split");
        heading.fold = finder.find (columns.fold, "fold");
        heading.group = finder.find (columns.group, groupColumn);
        heading.targets = finder.findAll (columns.targets);
        MELSTROM_TRY (finder.result ());
        return std::optional (std::move (heading));
    }
    if (columns == TableColumns ())
        return std::optional<TableHeading> ();
    return Error {ErrorCode::badUsage,
                  "no heading has the column " + printable (pathColumn) +
                      " for paths; name the column with --columns path=NAME.",
                  {}};
}

} // namespace melstrom
