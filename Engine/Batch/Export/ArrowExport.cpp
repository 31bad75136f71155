// Arrow IPC files: a line for each file of the dataset, float16 as it is stored.
// Source: arrow.apache.org, "Arrow Columnar Format"; github.com/apache/arrow, format/Schema.fbs,
// Message.fbs and File.fbs.
#include "Engine/Batch/Export/ArrowMessage.h"
#include "Engine/Batch/Export/ExportWriters.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Place = FlatBuffer::Place;
constexpr std::int64_t kInt = 2, kFloat = 3, kUtf8 = 5, kList = 12;
constexpr std::int64_t kMostValues = 1 << 24; ///< of a batch with several files
constexpr std::size_t kMostFiles = 4096;      ///< of a batch

Place fieldOf (FlatBuffer& buffer, const char* name, std::int64_t type, Place typeTable,
               const std::vector<Place>& children = {})
{
    const Place nameText = buffer.text (name), childList = buffer.references (children);
    return buffer.table ({FlatBuffer::number (2, 1, type), FlatBuffer::reference (5, childList),
                          FlatBuffer::reference (3, typeTable),
                          FlatBuffer::reference (0, nameText)});
}

Place schemaOf (FlatBuffer& buffer, const ExportSource& source)
{
    std::vector<Place> fields;
    for (const ItemColumn& column : itemColumns (source))
    {
        const Place type =
            column.text
                ? buffer.table ({})
                : buffer.table ({FlatBuffer::number (1, 1, 1), FlatBuffer::number (0, 4, 32)});
        fields.push_back (fieldOf (buffer, column.name, column.text ? kUtf8 : kInt, type));
    }
    const Place precision = buffer.table ({FlatBuffer::number (0, 2, source.isHalf () ? 0 : 1)});
    const Place item = fieldOf (buffer, "item", kFloat, precision);
    fields.push_back (fieldOf (buffer, "values", kList, buffer.table ({}), {item}));
    return buffer.table ({FlatBuffer::reference (1, buffer.references (fields))});
}

class ArrowFile
{
public:
    ArrowFile (ExportSource& source, ExportStream file) : source_ (source), file_ (std::move (file))
    {
    }

    Result<void> write (const ExportShard& shard)
    {
        FlatBuffer schema;
        const Place fields = schemaOf (schema, source_);
        MELSTROM_TRY (file_.write (std::string ("ARROW1\0\0", 8) +
                                   arrowMessage (schema, ArrowHeader::schema, fields, 0)));
        const std::span<const std::uint32_t> files = shard.files;
        for (std::size_t first = 0; first < files.size ();)
        {
            const std::size_t count = countOf (files.subspan (first));
            MELSTROM_TRY (writeBatch (files.subspan (first, count)));
            first += count;
        }
        FlatBuffer footer;
        const Place batches = footer.structs (blocks_, numBlocks_);
        const Place schemaAgain = schemaOf (footer, source_);
        std::string end = footer.finish (footer.table ({FlatBuffer::number (0, 2, kArrowVersion5),
                                                        FlatBuffer::reference (3, batches),
                                                        FlatBuffer::reference (1, schemaAgain)}));
        appendNumber (end, static_cast<std::uint32_t> (end.size ()));
        MELSTROM_TRY (file_.write (std::string ("\xFF\xFF\xFF\xFF\0\0\0\0", 8) + end + "ARROW1"));
        return file_.finish ();
    }

private:
    std::int64_t valuesOf (std::uint32_t file) const
    {
        return source_.dataset ().files[file].numRows * source_.valuesPerRow ();
    }

    /** Of the files that the next batch has. */
    std::size_t countOf (std::span<const std::uint32_t> files) const
    {
        std::int64_t numValues = valuesOf (files.front ());
        std::size_t count = 1;
        while (count < std::min (files.size (), kMostFiles) &&
               (numValues += valuesOf (files[count])) <= kMostValues)
            ++count;
        return count;
    }

    void addColumn (ArrowBatch& body, const ItemColumn& column,
                    std::span<const std::uint32_t> files) const
    {
        std::string texts, numbers;
        if (column.text)
            appendNumber (numbers, std::int32_t {0});
        for (const std::uint32_t file : files)
        {
            const ExportItem item = source_.item (file);
            if (column.text)
                texts += column.text (item);
            appendNumber (numbers, static_cast<std::int32_t> (
                                       column.text ? static_cast<std::int64_t> (texts.size ())
                                                   : column.number (item)));
        }
        body.addNode (static_cast<std::int64_t> (files.size ()));
        body.addBytes (numbers);
        if (column.text)
            body.addBytes (texts);
    }

    Result<void> writeBatch (std::span<const std::uint32_t> files)
    {
        ArrowBatch body;
        for (const ItemColumn& column : itemColumns (source_))
            addColumn (body, column, files);
        std::int64_t numValues = 0;
        std::string offsets;
        appendNumber (offsets, std::int32_t {0});
        for (const std::uint32_t file : files)
        {
            numValues += valuesOf (file);
            if (! std::in_range<std::int32_t> (numValues))
                return Error {ErrorCode::badUsage,
                              "Arrow lists hold less than 2^31 values of a file; " +
                                  source_.item (file).path + " has more: choose another format",
                              {}};
            appendNumber (offsets, static_cast<std::int32_t> (numValues));
        }
        body.addNode (static_cast<std::int64_t> (files.size ()));
        body.addBytes (offsets);
        body.addNode (numValues);
        const std::int64_t valueBytes = numValues * (source_.isHalf () ? 2 : 4);
        body.addBuffer (valueBytes);
        return writeBody (body, files, valueBytes);
    }

    Result<void> writeBody (const ArrowBatch& body, std::span<const std::uint32_t> files,
                            std::int64_t valueBytes)
    {
        const std::string message = body.message (static_cast<std::int64_t> (files.size ()));
        appendNumber (blocks_, file_.position ());
        appendNumber (blocks_, static_cast<std::int64_t> (message.size ()));
        appendNumber (blocks_, body.end ());
        ++numBlocks_;
        MELSTROM_TRY (file_.write (message + body.bytes ()));
        for (const std::uint32_t file : files)
            MELSTROM_TRY (source_.forEachPiece (file, [&] (std::span<const std::byte> rows)
                                                { return file_.write (bytesOf (rows)); }));
        return file_.write (std::string (static_cast<std::size_t> (-valueBytes & 7), '\0'));
    }

    ExportSource& source_;
    ExportStream file_;
    std::string blocks_; ///< places of the batches
    std::size_t numBlocks_ = 0;
};
} // namespace

Result<void> exportArrow (const ExportJob& job)
{
    for (const ExportShard& shard : job.source.shards (std::numeric_limits<std::int64_t>::max ()))
    {
        MELSTROM_TRY_VALUE (auto file, job.folder.newFile (partName (shard) + ".arrow"));
        MELSTROM_TRY (ArrowFile (job.source, std::move (file)).write (shard));
    }
    return {};
}

} // namespace melstrom
