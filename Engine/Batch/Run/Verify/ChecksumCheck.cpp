#include "Engine/Batch/Run/Verify/ChecksumCheck.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"

#include <limits>
#include <vector>

namespace melstrom
{

ReadAt ChecksumCheck::readerOf (ReadableFile& file)
{
    return [this, &file] (void* to, std::size_t bytes, std::int64_t offset)
    {
        auto got = file.readAt (to, bytes, offset);
        if (got)
        {
            report_.bytesChecked += static_cast<std::int64_t> (*got);
            context_.counters.bytesRead += static_cast<std::int64_t> (*got);
        }
        return got;
    };
}

/** Compares a checksum. A difference is a fault, and so is a file that is too short for the
    checksum. */
Result<void> ChecksumCheck::compare (const Result<std::uint32_t>& crc, std::uint32_t expected,
                                     const std::string& what)
{
    if (! crc && crc.error ().code != ErrorCode::truncated)
        return crc.error ();
    if (! crc)
        fault (what + " " + crc.error ().message);
    else if (*crc != expected)
        fault (what + " changed after it was written: its checksum differs");
    return {};
}

Result<void> ChecksumCheck::checkFiles ()
{
    for (const FileEntry& entry : dataset_.entries)
        MELSTROM_TRY (checkFile (entry));
    return {};
}

Result<void> ChecksumCheck::checkFile (const FileEntry& entry)
{
    const auto file = context_.storage.openForReading (dataset_.path (entry.name));
    if (! file)
    {
        fault (entry.name + " is missing: " + file.error ().message);
        return {};
    }
    const std::int64_t bytes = (*file)->info ().bytes;
    if (bytes != entry.bytes)
    {
        fault (entry.name + " has " + std::to_string (bytes) + " bytes but was written with " +
               std::to_string (entry.bytes));
        return {};
    }
    std::vector<ByteRange> arrays;
    for (const ArrayLine& array : dataset_.arrays)
        if (array.file == entry.name && array.offset >= 0)
            arrays.push_back ({array.offset, array.bytes});
    const std::string what = arrays.empty () ? entry.name : "the header of " + entry.name;
    return compare (checksumOutside (readerOf (**file), bytes, std::move (arrays), context_.stop),
                    entry.crc, what);
}

Result<void> ChecksumCheck::checkArrays (StatisticsCheck* statistics)
{
    statistics_ = statistics;
    const Shard share = report_.subset.value_or (Shard ());
    for (std::size_t i = 0; i < dataset_.arrays.size (); ++i)
    {
        const ArrayLine& array = dataset_.arrays[i];
        if (! array.isFeatures () && static_cast<int> (i) % share.count != share.index)
            continue;
        MELSTROM_TRY (checkArray (array));
    }
    return {};
}

Result<void> ChecksumCheck::checkArray (const ArrayLine& array)
{
    if (array.offset < 0 && array.bytes > 0)
        return checkVirtual (array);
    auto file = context_.storage.openForReading (dataset_.path (array.file));
    if (! file)
    {
        fault (array.file + " is missing: " + file.error ().message);
        return {};
    }
    if (array.isFeatures ())
        return checkFeatures (**file, array);
    if (! array.crc)
        return {};
    return compare (checksumOfRange (readerOf (**file), {array.offset, array.bytes}, context_.stop),
                    *array.crc, array.name + " in " + array.file);
}

std::int64_t ChecksumCheck::rowBytesOf (const ArrayLine& array) const
{
    std::int64_t rows = 0;
    for (const FileLine& file : dataset_.files)
        rows += file.splitName () == array.split ? file.numRows : 0;
    return rows > 0 ? array.bytes / rows : 0;
}

Result<void> ChecksumCheck::checkFeatures (ReadableFile& file, const ArrayLine& array)
{
    return checkRows (file, array.file, array,
                      {0, std::numeric_limits<std::int64_t>::max (), array.offset});
}

Result<void> ChecksumCheck::checkRows (ReadableFile& file, const std::string& name,
                                       const ArrayLine& array, const RowsHere& here)
{
    const std::int64_t rowBytes = rowBytesOf (array);
    for (const FileLine& line : dataset_.files)
    {
        if (! line.isChecked || line.splitName () != array.split || line.numRows == 0 ||
            line.firstRow < here.firstRow || line.firstRow - here.firstRow >= here.numRows)
            continue;
        const std::string what = "rows " + std::to_string (line.firstRow) + " to " +
                                 std::to_string (line.firstRow + line.numRows) + " of " + name +
                                 " (" + printable (line.path) + ")";
        const ByteRange range {here.offset + (line.firstRow - here.firstRow) * rowBytes,
                               line.numRows * rowBytes};
        const ReadAt reader =
            statistics_ != nullptr ? statistics_->reading (line, readerOf (file)) : readerOf (file);
        MELSTROM_TRY (compare (checksumOfRange (reader, range, context_.stop), line.crc, what));
        context_.counters.rowsDone += line.numRows;
        ++context_.counters.filesDone;
    }
    return {};
}

Result<void> ChecksumCheck::checkVirtual (const ArrayLine& array)
{
    std::uint32_t crc = 0;
    const std::size_t numFaults = report_.faults.size ();
    for (const SourceEntry& source : dataset_.sources)
        if (source.split == array.split)
            MELSTROM_TRY (checkSource (source, array, crc));
    if (array.crc && report_.faults.size () == numFaults && crc != *array.crc)
        fault (array.name + " in the sources of " + array.file +
               " changed after it was written: its checksum differs");
    return {};
}

/** Checks the source itself, because HDF5 reads a lost source as fill values, without an error. */
Result<void> ChecksumCheck::checkSource (const SourceEntry& source, const ArrayLine& array,
                                         std::uint32_t& crc)
{
    const std::string name = printable (source.file);
    const auto file = context_.storage.openForReading (joinPath (dataset_.folder, source.file));
    if (! file)
    {
        fault (name + ", which holds rows " + std::to_string (source.firstRow) + " to " +
               std::to_string (source.firstRow + source.numRows) + " of " + array.name +
               ", is missing: " + file.error ().message);
        return {};
    }
    if ((*file)->info ().bytes != source.bytes)
    {
        fault (name + " has " + std::to_string ((*file)->info ().bytes) + " bytes but had " +
               std::to_string (source.bytes) + " when the shards were joined");
        return {};
    }
    for (const SourceEntry::Array& held : source.arrays)
    {
        if (held.name != array.name)
            continue;
        if (array.isFeatures ())
        {
            MELSTROM_TRY (compare (
                checksumOutside (readerOf (**file), source.bytes, source.ranges, context_.stop),
                source.crc, "the header of " + name));
            return checkRows (**file, name, array, {source.firstRow, source.numRows, held.offset});
        }
        MELSTROM_TRY_VALUE (
            const auto own,
            checksumOfRange (readerOf (**file), {held.offset, held.bytes}, context_.stop));
        crc = crc32cCombine (crc, own, static_cast<std::uint64_t> (held.bytes));
    }
    return {};
}

} // namespace melstrom
