// Parquet files: one row group a file, uncompressed, a line for each file of the dataset.
// Source: parquet.apache.org, "File Format"; github.com/apache/parquet-format, parquet.thrift,
// Encodings.md and LogicalTypes.md.
#include "Engine/Batch/Export/ExportWriters.h"
#include "Engine/Batch/Export/ThriftCompact.h"
#include "Engine/Core/Version.h"

namespace melstrom
{

namespace
{
enum Type : std::int32_t
{
    typeInt32 = 1,
    typeFloat = 4,
    typeBytes = 6
};
constexpr std::int32_t kRequired = 0, kRepeated = 2, kTextType = 0, kListType = 3;
constexpr std::int32_t kPlain = 0, kRunLength = 3;
constexpr std::size_t kItemsPerPage = 4096;

void appendText (std::string& bytes, const std::string& text)
{
    appendNumber (bytes, static_cast<std::uint32_t> (text.size ()));
    bytes += text;
}

Type typeOf (const ItemColumn& column)
{
    return column.text ? typeBytes : typeInt32;
}

ThriftStruct schemaElement (std::optional<Type> type, std::optional<std::int32_t> repetition,
                            const std::string& name, std::optional<std::int32_t> numChildren,
                            std::optional<std::int32_t> converted)
{
    ThriftStruct element;
    if (type)
        element.int32 (1, *type);
    if (repetition)
        element.int32 (3, *repetition);
    element.text (4, name);
    if (numChildren)
        element.int32 (5, *numChildren);
    if (converted)
        element.int32 (6, *converted);
    return element;
}

/** The tree of columns in depth-first order. */
std::vector<ThriftStruct> schemaOf (const std::vector<ItemColumn>& columns)
{
    std::vector<ThriftStruct> schema {
        schemaElement ({}, {}, "schema", static_cast<std::int32_t> (columns.size () + 1), {})};
    for (const ItemColumn& column : columns)
        schema.push_back (
            schemaElement (typeOf (column), kRequired, column.name, {},
                           column.text ? std::optional<std::int32_t> (kTextType) : std::nullopt));
    schema.push_back (schemaElement ({}, kRequired, "values", 1, kListType));
    schema.push_back (schemaElement ({}, kRepeated, "list", 1, {}));
    schema.push_back (schemaElement (typeFloat, kRequired, "element", {}, {}));
    return schema;
}

/** One row group, written column by column. */
class ParquetFile
{
public:
    ParquetFile (ExportSource& source, const ExportShard& shard, ExportStream file)
        : source_ (source), shard_ (shard), file_ (std::move (file))
    {
    }

    Result<void> write ()
    {
        const auto columns = itemColumns (source_);
        MELSTROM_TRY (file_.write ("PAR1"));
        for (const ItemColumn& column : columns)
            MELSTROM_TRY (writeColumn (column));
        MELSTROM_TRY (writeValues ());
        const auto numLines = static_cast<std::int64_t> (shard_.files.size ());
        ThriftStruct group;
        group.structures (1, chunks_).int64 (2, file_.position () - 4).int64 (3, numLines);
        ThriftStruct meta;
        meta.int32 (1, 1).structures (2, schemaOf (columns)).int64 (3, numLines);
        meta.structures (4, {group}).text (6, "melstrom version " + std::string (kVersion));
        std::string footer = meta.bytes ();
        appendNumber (footer, static_cast<std::uint32_t> (footer.size ()));
        MELSTROM_TRY (file_.write (footer + "PAR1"));
        return file_.finish ();
    }

private:
    Result<void> beginPage (std::int64_t numValues, std::int64_t bytes)
    {
        ThriftStruct data, page;
        data.int32 (1, static_cast<std::int32_t> (numValues)).int32 (2, kPlain);
        data.int32 (3, kRunLength).int32 (4, kRunLength);
        page.int32 (1, 0).int32 (2, static_cast<std::int32_t> (bytes));
        page.int32 (3, static_cast<std::int32_t> (bytes)).structure (5, data);
        return file_.write (page.bytes ());
    }

    void endColumn (Type type, const std::vector<std::string>& path, std::int64_t start,
                    std::int64_t numValues)
    {
        const std::int64_t bytes = file_.position () - start;
        ThriftStruct meta, chunk;
        meta.int32 (1, type).numbers (2, {kPlain, kRunLength}).texts (3, path).int32 (4, 0);
        meta.int64 (5, numValues).int64 (6, bytes).int64 (7, bytes).int64 (9, start);
        chunk.int64 (2, start).structure (3, meta);
        chunks_.push_back (chunk);
    }

    static void append (std::string& bytes, const ItemColumn& column, const ExportItem& item)
    {
        if (column.text)
            appendText (bytes, column.text (item));
        else
            appendNumber (bytes, static_cast<std::int32_t> (column.number (item)));
    }

    Result<void> writeColumn (const ItemColumn& column)
    {
        const std::int64_t start = file_.position ();
        for (std::size_t first = 0; first < shard_.files.size (); first += kItemsPerPage)
        {
            const std::size_t end = std::min (first + kItemsPerPage, shard_.files.size ());
            std::string values;
            for (std::size_t i = first; i < end; ++i)
                append (values, column, source_.item (shard_.files[i]));
            MELSTROM_TRY (beginPage (static_cast<std::int64_t> (end - first),
                                     static_cast<std::int64_t> (values.size ())));
            MELSTROM_TRY (file_.write (values));
        }
        endColumn (typeOf (column), {column.name}, start,
                   static_cast<std::int64_t> (shard_.files.size ()));
        return {};
    }

    /** A page for each file. */
    Result<void> writeValues ()
    {
        const std::int64_t start = file_.position ();
        for (const std::uint32_t file : shard_.files)
        {
            const ExportItem item = source_.item (file);
            const std::int64_t numValues = item.line->numRows * source_.valuesPerRow ();
            const std::string levels = levelsOf (static_cast<std::uint64_t> (numValues));
            const std::int64_t bytes = static_cast<std::int64_t> (levels.size ()) + 4 * numValues;
            if (! std::in_range<std::int32_t> (bytes))
                return Error {ErrorCode::badUsage,
                              "Parquet holds less than 2 GiB of a file; " + item.path +
                                  " has more: choose another format",
                              {}};
            MELSTROM_TRY (beginPage (numValues, bytes));
            MELSTROM_TRY (file_.write (levels));
            std::string floats;
            MELSTROM_TRY (source_.forEachPiece (file,
                                                [&] (std::span<const std::byte> rows)
                                                {
                                                    floats.clear ();
                                                    appendFloats (floats, rows, source_.isHalf ());
                                                    return file_.write (floats);
                                                }));
        }
        endColumn (typeFloat, {"values", "list", "element"}, start,
                   shard_.numRows * source_.valuesPerRow ());
        return {};
    }

    /** Repetition levels 0, 1, 1, ... and definition levels 1, 1, ..., as runs. */
    static std::string levelsOf (std::uint64_t numValues)
    {
        const auto run = [] (std::string& bytes, std::uint64_t count, char level)
        {
            if (count == 0)
                return;
            appendVarint (bytes, count << 1);
            bytes += level;
        };
        std::string repetition, definition, levels;
        run (repetition, 1, 0);
        run (repetition, numValues - 1, 1);
        run (definition, numValues, 1);
        appendText (levels, repetition);
        appendText (levels, definition);
        return levels;
    }

    ExportSource& source_;
    const ExportShard& shard_;
    ExportStream file_;
    std::vector<ThriftStruct> chunks_;
};
} // namespace

Result<void> writeParquetShards (const ExportJob& job, const std::string& folder,
                                 const std::string& nameOfAll)
{
    for (const ExportShard& shard : job.source.shards (job.shardBytes))
    {
        const std::string name = folder + partName (shard, nameOfAll) + "-" +
                                 paddedNumber (shard.index, 5) + "-of-" +
                                 paddedNumber (shard.count, 5) + ".parquet";
        MELSTROM_TRY_VALUE (auto file, job.folder.newFile (name));
        MELSTROM_TRY (ParquetFile (job.source, shard, std::move (file)).write ());
    }
    return {};
}

Result<void> exportParquet (const ExportJob& job)
{
    return writeParquetShards (job, "", "all");
}

} // namespace melstrom
