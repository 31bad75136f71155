// One writer for each format, and what the writers share.
#pragma once

#include "Engine/Batch/Export/ExportFolder.h"
#include "Engine/Batch/Export/ExportNames.h"
#include "Engine/Batch/Export/ExportSource.h"
#include "Engine/Core/Half.h"

#include <bit>
#include <concepts>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace melstrom
{

/** What a writer reads and writes; all must outlive it. */
struct ExportJob
{
    ExportSource& source;
    ExportFolder& folder;
    std::int64_t shardBytes = 0;
};

/** They write all files of the folder.
    Fails: badUsage (the format cannot hold the dataset), and as source and folder do. */
Result<void> exportArrow (const ExportJob& job);
Result<void> exportHuggingFace (const ExportJob& job);
Result<void> exportKaldi (const ExportJob& job);
Result<void> exportLhotse (const ExportJob& job);
Result<void> exportParquet (const ExportJob& job);
Result<void> exportWebDataset (const ExportJob& job);
Result<void> exportZarr (const ExportJob& job);

/** Writes FOLDERtrain-00000-of-00001.parquet and so on, for all shards.
    folder: "" or "data/". nameOfAll: the part's name of a dataset without splits. */
Result<void> writeParquetShards (const ExportJob& job, const std::string& folder,
                                 const std::string& nameOfAll);

/** A column with a value for each file; the value is a text or a 32-bit number. */
struct ItemColumn
{
    const char* name;
    std::function<const std::string&(const ExportItem&)> text; ///< empty: a number
    std::function<std::int64_t (const ExportItem&)> number;    ///< empty: a text
};

/** Those of a table whose lines are files: key, path, label, label_id, rows, bands, frames. */
std::vector<ItemColumn> itemColumns (const ExportSource& source);

inline std::string partName (const ExportShard& shard, const std::string& nameOfAll = "all")
{
    return shard.part.empty () ? nameOfAll : shard.part;
}

/** Appends the bytes of a number, little-endian. */
template <std::integral Number>
void appendNumber (std::string& bytes, Number number)
{
    static_assert (std::endian::native == std::endian::little);
    bytes.append (reinterpret_cast<const char*> (&number), sizeof (number));
}

/** Stored values as they are. */
inline std::string_view bytesOf (std::span<const std::byte> values)
{
    return {reinterpret_cast<const char*> (values.data ()), values.size ()};
}

/** Stored values as float32, exactly. */
inline void appendFloats (std::string& bytes, std::span<const std::byte> values, bool isHalf)
{
    if (! isHalf)
    {
        bytes += bytesOf (values);
        return;
    }
    for (std::size_t i = 0; i + 1 < values.size (); i += 2)
    {
        std::uint16_t half = 0;
        std::memcpy (&half, values.data () + i, sizeof (half));
        appendNumber (bytes, std::bit_cast<std::uint32_t> (fromHalf (half)));
    }
}

} // namespace melstrom
