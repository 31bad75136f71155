#include "Engine/Batch/Inputs/PathTable.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <optional>

namespace melstrom
{

namespace
{

/** Ten million rows of a hundred bytes: beyond that, something else was named by mistake. */
constexpr std::size_t largestTableBytes = std::size_t (1) << 30;

struct Columns
{
    std::size_t path = 0;
    std::optional<std::size_t> label = 1;
    bool named = false; ///< by the first row
};

Columns columnsNamedBy (const CsvRow& row)
{
    Columns columns;
    columns.label.reset ();
    for (std::size_t index = 0; index < row.fields.size (); ++index)
    {
        const auto name = asciiLowerCase (row.fields[index]);
        if (name == "path" && ! columns.named)
        {
            columns.path = index;
            columns.named = true;
        }
        else if (name == "label" && ! columns.label)
            columns.label = index;
    }
    return columns.named ? columns : Columns ();
}

Result<std::string> readTable (Storage& storage, const std::string& path)
{
    auto text = readWholeFile (storage, path, largestTableBytes);
    if (! text && text.error ().code == ErrorCode::badSpec)
        return Error {ErrorCode::badUsage,
                      printable (path) + " is not taken for a list: it is over 1 GiB.",
                      {}};
    return text;
}

Result<PathRow> readRow (const std::string& tablePath, const CsvRow& row, const Columns& columns)
{
    const auto& fields = row.fields;
    if (! columns.named && fields.size () > 2)
        return faultInTable (tablePath, row.line,
                             "path or path,label is expected, here are " +
                                 std::to_string (fields.size ()) +
                                 " fields; quote a path that has a comma.");

    if (columns.path >= fields.size () || fields[columns.path].empty ())
        return faultInTable (tablePath, row.line, "there is no path.");

    const auto& path = fields[columns.path];
    if (path.find ('\0') != std::string::npos)
        return faultInTable (tablePath, row.line, "a path cannot have a NUL byte; is this text?");

    PathRow read {row.line, tidyPath (path), {}};
    if (columns.label && *columns.label < fields.size ())
        read.label = fields[*columns.label];
    return read;
}

} // namespace

Error faultInTable (const std::string& tablePath, int line, const std::string& what)
{
    return {ErrorCode::badUsage,
            printable (tablePath) + ", line " + std::to_string (line) + ": " + what,
            {}};
}

Result<std::vector<PathRow>> readPathTable (Storage& storage, const std::string& tablePath)
{
    const auto text = readTable (storage, tablePath);
    if (! text)
        return text.error ();

    const auto rows = parseCsv (*text);
    if (! rows)
        return Error {rows.error ().code, printable (tablePath) + ": " + rows.error ().message, {}};

    const auto columns = rows->empty () ? Columns () : columnsNamedBy (rows->front ());
    std::vector<PathRow> paths;
    for (std::size_t index = columns.named ? 1 : 0; index < rows->size (); ++index)
    {
        auto row = readRow (tablePath, (*rows)[index], columns);
        if (! row)
            return row.error ();
        paths.push_back (*std::move (row));
    }
    return paths;
}

} // namespace melstrom
