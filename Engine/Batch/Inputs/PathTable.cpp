#include "Engine/Batch/Inputs/PathTable.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/FactSources.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/TableHeading.h"
#include "Engine/Core/Printable.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace melstrom
{

namespace
{

/** Room for ten million rows of a hundred bytes. A larger file was named by mistake. */
constexpr std::size_t largestTableBytes = std::size_t (1) << 30;

/** NaN for an empty field or nan; no value for text that is not a finite number. */
std::optional<float> targetOf (std::string_view field)
{
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN ();
    if (field.empty ())
        return nothing;
    field.remove_prefix (field.starts_with ('+') ? 1 : 0);
    float value = 0;
    const auto [end, fault] = std::from_chars (field.data (), field.data () + field.size (), value);
    if (fault != std::errc () || end != field.data () + field.size () || std::isinf (value))
        return {};
    return std::isnan (value) ? nothing : value;
}

/** Turns the rows of one text into facts. */
class RowReader
{
public:
    RowReader (const std::string& tableName, const InputOptions& options,
               const std::optional<TableHeading>& heading)
        : name_ (tableName), options_ (options), hasHeading_ (heading.has_value ()),
          columns_ (heading.value_or (TableHeading {{}, 0, 0, {1}, {}, {}, {}, {}}))
    {
    }

    Result<PathRow> read (const CsvRow& row) const
    {
        const auto& fields = row.fields;
        if (! hasHeading_ && fields.size () > 2)
            return fault (row, "path or path,label is expected, but this line has " +
                                   std::to_string (fields.size ()) +
                                   " fields; quote a path that has a comma, or name the columns in "
                                   "the first line, one of them path (see --columns).");
        if (columns_.path >= fields.size () || fields[columns_.path].empty ())
            return fault (row, "this line has no path.");

        const auto& path = fields[columns_.path];
        if (path.find ('\0') != std::string::npos)
            return fault (row, "a path cannot have a NUL byte; is this text?");
        PathRow read {row.line, tidyPath (path), {}};
        MELSTROM_TRY (takeFacts (row, read.facts));
        return read;
    }

private:
    Error fault (const CsvRow& row, const std::string& what) const
    {
        return faultInTable (name_, row.line, what);
    }

    /** "" if the row ends before this place. */
    static std::string_view field (const CsvRow& row, std::optional<std::size_t> place)
    {
        if (! place || *place >= row.fields.size ())
            return {};
        return trimmed (row.fields[*place]);
    }

    Result<void> takeFacts (const CsvRow& row, RowFacts& facts) const
    {
        for (const auto place : columns_.labels)
        {
            const auto text = field (row, place);
            if (text.find ('\0') != text.npos)
                return fault (row, "a label cannot have a NUL byte; is this text?");
            addLabels (facts.labels, text, options_.labelSeparator);
        }
        facts.fold = field (row, columns_.fold);
        facts.group = field (row, columns_.group);
        if (const auto name = field (row, columns_.split); ! name.empty ())
        {
            const auto split = splitNamed (name);
            if (! split)
                return fault (row, printable (name) + " is not a split; the name of a split begins "
                                                      "with train, val, dev or test.");
            facts.split = *split;
        }
        return takeTargets (row, facts);
    }

    Result<void> takeTargets (const CsvRow& row, RowFacts& facts) const
    {
        for (const auto place : columns_.targets)
        {
            const auto target = targetOf (field (row, place));
            if (! target)
                return fault (row, printable (field (row, place)) +
                                       " is not a finite float32 number; leave the field empty if "
                                       "there is no value.");
            facts.targets.push_back (*target);
        }
        return {};
    }

    const std::string& name_;
    const InputOptions& options_;
    bool hasHeading_;
    TableHeading columns_;
};

Result<std::string> readTable (Storage& storage, const std::string& path)
{
    auto text = readWholeFile (storage, path, largestTableBytes);
    if (! text && text.error ().code == ErrorCode::badSpec)
        return Error {ErrorCode::badUsage,
                      printable (path) + " is not read as a list: it is larger than 1 GiB.",
                      {}};
    return text;
}

Error ofTable (const std::string& tableName, const Error& error)
{
    return {error.code, printable (tableName) + ": " + error.message, {}};
}

} // namespace

Error faultInTable (const std::string& tablePath, int line, const std::string& what)
{
    return {ErrorCode::badUsage,
            printable (tablePath) + ", line " + std::to_string (line) + ": " + what,
            {}};
}

Result<PathTable> parsePathTable (const std::string& name, std::string_view text,
                                  const InputOptions& options)
{
    const auto heading = findHeading (text, options.columns, groupNameOf (options));
    if (! heading)
        return ofTable (name, heading.error ());
    const bool hasHeading = heading->has_value ();
    const auto rows = hasHeading ? parseCsv (text.substr ((*heading)->textAt), (*heading)->format)
                                 : parseCsv (text);
    if (! rows)
        return ofTable (name, rows.error ());

    PathTable table;
    table.hasGroups = hasHeading && (*heading)->group;
    const RowReader reader (name, options, *heading);
    for (std::size_t index = hasHeading ? 1 : 0; index < rows->size (); ++index)
    {
        MELSTROM_TRY_VALUE (auto row, reader.read ((*rows)[index]));
        table.rows.push_back (std::move (row));
    }
    return table;
}

Result<PathTable> readPathTable (Storage& storage, const std::string& tablePath,
                                 const InputOptions& options)
{
    MELSTROM_TRY_VALUE (const auto text, readTable (storage, tablePath));
    return parsePathTable (tablePath, text, options);
}

} // namespace melstrom
