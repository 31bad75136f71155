// Zarr version 2: for each part a group with the rows of all files, and columns of the files.
// Source: zarr-specs.readthedocs.io, "Zarr Storage Specification Version 2".
#include "Engine/Batch/Export/ExportWriters.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
constexpr std::int64_t kChunkBytes = 4 << 20;

Result<void> writeJson (ExportFolder& folder, const std::string& name, const Json& json)
{
    return folder.write (name,
                         json.dump (4, ' ', true) + "\n"); // in ASCII, as the specification asks
}

Json arrayJson (const std::string& type, const Json& shape, const Json& chunks, const Json& fill)
{
    return {{"chunks", chunks},   {"compressor", nullptr}, {"dtype", type},  {"fill_value", fill},
            {"filters", nullptr}, {"order", "C"},          {"shape", shape}, {"zarr_format", 2}};
}

/** A column of numbers or texts of one size, in one chunk. */
struct Column
{
    std::string name, type, bytes;
    Json fill;
    std::int64_t numItems = 0;

    Result<void> write (ExportFolder& folder, const std::string& part) const
    {
        const std::string place = part + "/" + name + "/";
        MELSTROM_TRY (
            writeJson (folder, place + ".zarray",
                       arrayJson (type, Json::array ({numItems}), Json::array ({numItems}), fill)));
        return folder.write (place + "0", bytes);
    }
};

Column textColumn (const std::string& name, const ExportSource& source, const ExportShard& shard,
                   const std::function<std::string (const ExportItem&)>& textOf)
{
    std::size_t longest = 1;
    for (const std::uint32_t file : shard.files)
        longest = std::max (longest, textOf (source.item (file)).size ());
    Column column {name, "|S" + std::to_string (longest), {}, "", 0};
    for (const std::uint32_t file : shard.files)
    {
        column.bytes += textOf (source.item (file));
        column.bytes.resize (longest * static_cast<std::size_t> (++column.numItems), '\0');
    }
    return column;
}

Result<void> writeColumns (const ExportJob& job, const ExportShard& shard, const std::string& part)
{
    Column offsets {"offsets", "<i8", {}, 0, 0}, labels {"labels", "<i4", {}, -1, 0};
    std::int64_t row = 0;
    appendNumber (offsets.bytes, row);
    for (const std::uint32_t file : shard.files)
    {
        const ExportItem item = job.source.item (file);
        row += item.line->numRows;
        appendNumber (offsets.bytes, row);
        appendNumber (labels.bytes, static_cast<std::int32_t> (item.labelId));
        ++labels.numItems;
    }
    offsets.numItems = labels.numItems + 1;
    MELSTROM_TRY (offsets.write (job.folder, part));
    if (job.source.hasLabels ())
        MELSTROM_TRY (labels.write (job.folder, part));
    MELSTROM_TRY (
        textColumn ("keys", job.source, shard, [] (const ExportItem& item) { return item.key; })
            .write (job.folder, part));
    return textColumn ("paths", job.source, shard,
                       [] (const ExportItem& item) { return item.path; })
        .write (job.folder, part);
}

/** Cuts rows into chunks of equal size; the last one is filled up with zeros. */
class ChunkWriter
{
public:
    ChunkWriter (const ExportJob& job, std::string place) : job_ (job), place_ (std::move (place))
    {
        numRows_ = std::max<std::int64_t> (1, kChunkBytes / job.source.rowBytes ());
    }
    std::int64_t numRows () const noexcept { return numRows_; }

    Result<void> take (std::span<const std::byte> rows)
    {
        chunk_ += bytesOf (rows);
        const auto bytes = static_cast<std::size_t> (numRows_ * job_.source.rowBytes ());
        std::size_t at = 0;
        for (; chunk_.size () - at >= bytes; at += bytes)
            MELSTROM_TRY (writeChunk (std::string_view (chunk_).substr (at, bytes)));
        chunk_.erase (0, at);
        return {};
    }
    Result<void> finish ()
    {
        if (chunk_.empty ())
            return {};
        chunk_.resize (static_cast<std::size_t> (numRows_ * job_.source.rowBytes ()), '\0');
        return writeChunk (chunk_);
    }

private:
    Result<void> writeChunk (std::string_view bytes)
    {
        return job_.folder.write (place_ + std::to_string (numChunks_++) +
                                      (job_.source.isSegments () ? ".0.0" : ".0"),
                                  bytes);
    }

    const ExportJob& job_;
    std::string place_, chunk_;
    std::int64_t numRows_ = 0, numChunks_ = 0;
};

Result<void> writeRows (const ExportJob& job, const ExportShard& shard, const std::string& part)
{
    ChunkWriter chunks (job, part + "/features/");
    Json shape {shard.numRows, job.source.numBands ()},
        chunk {chunks.numRows (), job.source.numBands ()};
    if (job.source.isSegments ())
    {
        shape.push_back (job.source.numFrames ());
        chunk.push_back (job.source.numFrames ());
    }
    MELSTROM_TRY (writeJson (job.folder, part + "/features/.zarray",
                             arrayJson (job.source.isHalf () ? "<f2" : "<f4", shape, chunk, 0.0)));
    for (const std::uint32_t file : shard.files)
        MELSTROM_TRY (job.source.forEachPiece (file, [&] (std::span<const std::byte> rows)
                                               { return chunks.take (rows); }));
    return chunks.finish ();
}
} // namespace

Result<void> exportZarr (const ExportJob& job)
{
    const Json group {{"zarr_format", 2}};
    MELSTROM_TRY (writeJson (job.folder, ".zgroup", group));
    MELSTROM_TRY (writeJson (job.folder, ".zattrs", {{"labels", job.source.labels ()}}));
    for (const ExportShard& shard : job.source.shards (std::numeric_limits<std::int64_t>::max ()))
    {
        MELSTROM_TRY (writeJson (job.folder, partName (shard) + "/.zgroup", group));
        MELSTROM_TRY (writeColumns (job, shard, partName (shard)));
        MELSTROM_TRY (writeRows (job, shard, partName (shard)));
    }
    return {};
}

} // namespace melstrom
