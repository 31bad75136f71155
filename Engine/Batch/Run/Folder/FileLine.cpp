#include "Engine/Batch/Run/Folder/FileLine.h"

#include "Engine/Batch/Inputs/Csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::int64_t kLeastLineBytes = 20; ///< ten columns of a byte and a comma each

std::int64_t numberOf (const std::string& text, int base = 10)
{
    std::int64_t value = -1;
    std::from_chars (text.data (), text.data () + text.size (), value, base);
    return value;
}

enum Column
{
    pathColumn,
    rateColumn,
    channelsColumn,
    samplesColumn,
    firstRowColumn,
    rowsColumn,
    crcColumn,
    statusColumn, ///< the last required column
    relativePathColumn,
    splitColumn,
    beginColumn,
    numColumns
};
constexpr const char* kColumnNames[] {"path",          "rate_hz", "channels", "samples",
                                      "first_row",     "rows",    "crc32c",   "status",
                                      "relative_path", "split",   "begin_s"};
static_assert (std::size (kColumnNames) == numColumns);

/** Lines under the heading of files.csv. */
class FileLines
{
public:
    explicit FileLines (const std::vector<std::string>& heading)
    {
        for (std::size_t column = 0; column < numColumns; ++column)
            places_[column] = static_cast<std::size_t> (
                std::find (heading.begin (), heading.end (), kColumnNames[column]) -
                heading.begin ());
    }

    /** Empty if a column is missing, a split's name is unknown, or the relative path is no end of
        the path. A dataset without relative paths comes from a version that seeded dither by whole
        paths. */
    std::optional<FileLine> lineOf (const std::vector<std::string>& fields) const
    {
        for (int column = 0; column <= statusColumn; ++column)
            if (places_[static_cast<std::size_t> (column)] >= fields.size ())
                return {};
        const auto text = [&] (Column column) -> const std::string&
        { return fields[places_[column]]; };
        FileLine line;
        line.path = text (pathColumn);
        line.isIn = text (statusColumn) == "ok";
        line.failure = codeNamed (text (statusColumn));
        line.rateHz = smallNumberOf (text (rateColumn));
        line.numChannels = smallNumberOf (text (channelsColumn));
        line.numSamples = numberOf (text (samplesColumn));
        line.firstRow = numberOf (text (firstRowColumn));
        line.numRows = numberOf (text (rowsColumn));
        line.crc = static_cast<std::uint32_t> (numberOf (text (crcColumn), 16));
        line.isBox = textIfThere (fields, beginColumn) != nullptr;
        if (const auto* const relative = textIfThere (fields, relativePathColumn))
        {
            if (! text (pathColumn).ends_with (*relative))
                return {};
            line.relativeAt = static_cast<std::uint32_t> (line.path.size () - relative->size ());
        }
        if (const auto* const name = textIfThere (fields, splitColumn))
        {
            const auto* const split =
                std::find (std::begin (kSplitNames), std::end (kSplitNames), *name);
            if (split == std::end (kSplitNames))
                return {};
            line.split = static_cast<std::int8_t> (split - std::begin (kSplitNames));
        }
        return line;
    }

private:
    const std::string* textIfThere (const std::vector<std::string>& fields, Column column) const
    {
        return places_[column] < fields.size () ? &fields[places_[column]] : nullptr;
    }

    static std::int32_t smallNumberOf (const std::string& text)
    {
        const std::int64_t number = numberOf (text);
        return std::in_range<std::int32_t> (number) ? static_cast<std::int32_t> (number) : -1;
    }

    std::array<std::size_t, numColumns> places_ {}; ///< past the heading's end: missing
};
} // namespace

ErrorCode codeNamed (std::string_view name)
{
    for (int code = 0; code < static_cast<int> (ErrorCode::internalFault); ++code)
        if (codeName (static_cast<ErrorCode> (code)) == name)
            return static_cast<ErrorCode> (code);
    return ErrorCode::internalFault;
}

Result<std::vector<FileLine>> readFileLines (ReadableFile& file, const std::string& name,
                                             std::size_t numExpected)
{
    std::vector<FileLine> lines;
    lines.reserve (
        std::min (numExpected, static_cast<std::size_t> (file.info ().bytes / kLeastLineBytes)));
    std::optional<FileLines> table;
    const auto take = [&] (const CsvRow& row) -> Result<void>
    {
        if (! table)
        {
            table.emplace (row.fields);
            return {};
        }
        auto line = table->lineOf (row.fields);
        if (! line)
            return Error {ErrorCode::badUsage,
                          name + " line " + std::to_string (row.line) + " is damaged",
                          {}};
        lines.push_back (*std::move (line));
        return {};
    };
    MELSTROM_TRY (forEachCsvRow (file, take));
    return lines;
}

} // namespace melstrom
