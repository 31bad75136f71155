// Tars with KEY.npy, KEY.json and KEY.cls for each file.
// Source: webdataset.github.io, "The WebDataset Format"; POSIX.1-2017 pax, "ustar Interchange
// Format".
#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Export/ExportWriters.h"
#include "Engine/Batch/Files/TarHeader.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
/** Digits in base 8, with a zero byte behind them; a size of 8 GiB or more in base 256, as GNU tar
    writes it. */
void putNumber (std::string& block, std::size_t at, std::size_t width, std::int64_t number)
{
    std::string digits (width, '\0');
    const bool isOctal = number >> (3 * (width - 1)) == 0;
    for (std::size_t i = isOctal ? width - 1 : width; i-- > 0;)
    {
        digits[i] =
            isOctal ? static_cast<char> ('0' + (number & 7)) : static_cast<char> (number & 255);
        number >>= isOctal ? 3 : 8;
    }
    if (! isOctal)
        digits[0] = static_cast<char> (0x80);
    block.replace (at, width, digits);
}

/** name: at most 100 bytes. */
std::string tarHeader (const std::string& name, std::int64_t bytes)
{
    std::string block (static_cast<std::size_t> (kTarBlockBytes), '\0');
    block.replace (0, name.size (), name);
    putNumber (block, 100, 8, 0644);
    putNumber (block, 108, 8, 0); // user
    putNumber (block, 116, 8, 0); // group
    putNumber (block, 124, 12, bytes);
    putNumber (block, 136, 12, 0); // time
    block.replace (148, 8, "        ");
    block[156] = '0';
    block.replace (257, 8, std::string ("ustar\00000", 8));
    std::int64_t sum = 0;
    for (const char letter : block)
        sum += static_cast<unsigned char> (letter);
    putNumber (block, 148, 7, sum);
    return block;
}

std::string padding (std::int64_t bytes)
{
    return std::string (static_cast<std::size_t> (-bytes & (kTarBlockBytes - 1)), '\0');
}

Result<void> writeMember (ExportStream& tar, const std::string& name, const std::string& text)
{
    const auto bytes = static_cast<std::int64_t> (text.size ());
    return tar.write (tarHeader (name, bytes) + text + padding (bytes));
}

std::string jsonOf (const ExportItem& item, const ExportShard& shard)
{
    nlohmann::ordered_json json {{"key", item.key},
                                 {"file", item.file},
                                 {"path", item.path},
                                 {"rate_hz", item.line->rateHz},
                                 {"samples", item.line->numSamples},
                                 {"rows", item.line->numRows}};
    if (! item.label.empty ())
        json["label"] = item.label;
    if (! shard.part.empty ())
        json["split"] = shard.part;
    return json.dump () + "\n";
}

Result<void> writeItem (ExportSource& source, const ExportShard& shard, std::uint32_t file,
                        ExportStream& tar)
{
    const ExportItem item = source.item (file);
    if (item.labelId >= 0)
        MELSTROM_TRY (writeMember (tar, item.key + ".cls", std::to_string (item.labelId)));
    MELSTROM_TRY (writeMember (tar, item.key + ".json", jsonOf (item, shard)));
    ArrayShape shape {source.isHalf () ? ElementType::float16 : ElementType::float32,
                      {item.line->numRows, source.numBands ()}};
    if (source.isSegments ())
        shape.dimensions.push_back (source.numFrames ());
    const std::int64_t bytes = kNpyHeaderBytes + shape.bytes ();
    MELSTROM_TRY (tar.write (tarHeader (item.key + ".npy", bytes)));
    MELSTROM_TRY (tar.write (npyHeader (shape)));
    MELSTROM_TRY (source.forEachPiece (file, [&] (std::span<const std::byte> rows)
                                       { return tar.write (bytesOf (rows)); }));
    return tar.write (padding (bytes));
}
} // namespace

Result<void> exportWebDataset (const ExportJob& job)
{
    for (const ExportShard& shard : job.source.shards (job.shardBytes))
    {
        MELSTROM_TRY_VALUE (auto tar, job.folder.newFile (partName (shard) + "-" +
                                                          paddedNumber (shard.index, 6) + ".tar"));
        for (const std::uint32_t file : shard.files)
            MELSTROM_TRY (writeItem (job.source, shard, file, tar));
        MELSTROM_TRY (tar.write (std::string (2 * kTarBlockBytes, '\0')));
        MELSTROM_TRY (tar.finish ());
    }
    return {};
}

} // namespace melstrom
