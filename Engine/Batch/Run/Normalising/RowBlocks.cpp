#include "Engine/Batch/Run/Normalising/RowBlocks.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>

namespace melstrom
{

RowBlocks::RowBlocks (const DatasetPlan& plan, std::int64_t rowsAtOnce) : plan_ (plan)
{
    for (std::size_t i = 0; i < plan_.files.size (); ++i)
        if (plan_.files[i].numRows > 0)
            files_[static_cast<std::size_t> (plan_.files[i].split)].push_back (
                static_cast<std::int32_t> (i));
    for (int split = 0; split < 3; ++split)
    {
        const std::int64_t numRows = plan_.numRows[static_cast<std::size_t> (split)];
        for (std::int64_t row = 0; row < numRows; row += rowsAtOnce)
            blocks_.push_back ({split, row, std::min (rowsAtOnce, numRows - row)});
    }
}

std::vector<BlockPart> RowBlocks::partsOf (const RowBlock& block) const
{
    const auto& files = files_[static_cast<std::size_t> (block.split)];
    const auto fileAt = [this] (std::int32_t index) -> const PlannedFile&
    { return plan_.files[static_cast<std::size_t> (index)]; };
    auto at = std::partition_point (files.begin (), files.end (),
                                    [&] (std::int32_t index)
                                    {
                                        const PlannedFile& file = fileAt (index);
                                        return file.firstRow + file.numRows <= block.firstRow;
                                    });
    std::vector<BlockPart> parts;
    const std::int64_t end = block.firstRow + block.numRows;
    for (; at != files.end () && fileAt (*at).firstRow < end; ++at)
    {
        const PlannedFile& file = fileAt (*at);
        const std::int64_t first = std::max (file.firstRow, block.firstRow);
        parts.push_back (
            {*at, first - file.firstRow, std::min (file.firstRow + file.numRows, end) - first, 0});
    }
    return parts;
}

std::uint32_t checksumParts (const std::byte* rows, std::int64_t rowBytes,
                             std::vector<BlockPart>& parts)
{
    std::uint32_t all = 0;
    for (BlockPart& part : parts)
    {
        const auto bytes = static_cast<std::size_t> (part.numRows * rowBytes);
        part.crc = crc32c (0, rows, bytes);
        all = crc32cCombine (all, part.crc, bytes);
        rows += bytes;
    }
    return all;
}

void enterChecksums (const std::vector<std::vector<BlockPart>>& parts, std::int64_t rowBytes,
                     FileLedger& ledger)
{
    std::int32_t last = -1;
    std::uint32_t crc = 0;
    const auto enter = [&]
    {
        if (last >= 0 && ! ledger.hasFailed (last))
            ledger.replaceChecksum (last, crc);
    };
    for (const auto& ofBlock : parts)
        for (const BlockPart& part : ofBlock)
        {
            if (part.file != last)
            {
                enter ();
                last = part.file;
                crc = 0;
            }
            crc =
                crc32cCombine (crc, part.crc, static_cast<std::uint64_t> (part.numRows * rowBytes));
        }
    enter ();
}

} // namespace melstrom
