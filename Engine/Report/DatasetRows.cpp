#include "Engine/Report/DatasetRows.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Half.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{
const std::vector<float>& halfTable ()
{
    static const std::vector<float> table = []
    {
        std::vector<float> values;
        for (std::uint32_t half = 0; half < 65536; ++half)
            values.push_back (fromHalf (static_cast<std::uint16_t> (half)));
        return values;
    }();
    return table;
}
} // namespace

Result<DatasetRows> DatasetRows::open (Storage& storage, const ReportSource& source)
{
    DatasetRows rows (source.dataset.shape);
    const std::int64_t rowBytes = source.dataset.shape.bytes ();
    halfTable ();
    for (const ArrayLine& array : source.dataset.arrays)
    {
        if (! array.isFeatures () || array.bytes == 0 || rowBytes == 0)
            continue;
        if (array.offset >= 0)
        {
            MELSTROM_TRY (
                rows.addPart (storage, source.dataset.path (array.file),
                              {array.split, 0, array.bytes / rowBytes, array.offset, nullptr}));
            continue;
        }
        for (const SourceEntry& from : source.dataset.sources)
            for (const SourceEntry::Array& held : from.arrays)
                if (from.split == array.split && held.name == array.name)
                    MELSTROM_TRY (
                        rows.addPart (storage, joinPath (source.dataset.folder, from.file),
                                      {from.split, from.firstRow, from.firstRow + from.numRows,
                                       held.offset, nullptr}));
    }
    return rows;
}

Result<void> DatasetRows::addPart (Storage& storage, const std::string& path, Part part)
{
    auto& file = files_[path];
    if (! file)
    {
        auto opened = storage.openForReading (path);
        if (! opened)
            return Error {ErrorCode::badUsage,
                          "the dataset lacks a file with its rows: " + opened.error ().message,
                          {}};
        file = *std::move (opened);
    }
    const std::int64_t end = part.offset + (part.endRow - part.firstRow) * shape_.bytes ();
    if (file->info ().bytes < end)
        return Error {ErrorCode::badUsage,
                      printable (path) + " has " + std::to_string (file->info ().bytes) +
                          " bytes, but its rows end at " + std::to_string (end) +
                          "; --verify shows the damage",
                      {}};
    part.file = file.get ();
    parts_.push_back (std::move (part));
    return {};
}

Result<void> DatasetRows::read (const FileLine& file, std::int64_t first, std::int64_t count,
                                std::vector<float>& to) const
{
    const std::int64_t row = file.firstRow + first;
    const auto part = std::ranges::find_if (
        parts_, [&] (const Part& one)
        { return one.split == file.splitName () && row >= one.firstRow && row < one.endRow; });
    if (part == parts_.end () || row + count > part->endRow)
        return Error {ErrorCode::badUsage,
                      "files.csv names rows that the dataset does not have; --verify shows the "
                      "damage",
                      {}};
    const auto numValues = static_cast<std::size_t> (count * shape_.numValues ());
    const auto numBytes = static_cast<std::size_t> (count * shape_.bytes ());
    std::vector<std::uint16_t> halves (shape_.isHalf ? numValues : 0);
    void* const place = shape_.isHalf ? static_cast<void*> (halves.data ()) : to.data ();
    MELSTROM_TRY_VALUE (const auto got, part->file->readAt (place, numBytes,
                                                            part->offset + (row - part->firstRow) *
                                                                               shape_.bytes ()));
    if (got < numBytes)
        return Error {ErrorCode::truncated, "a file with rows became shorter", {}};
    const float* const table = halfTable ().data ();
    for (std::size_t i = 0; i < halves.size (); ++i)
        to[i] = table[halves[i]];
    return {};
}

} // namespace melstrom
