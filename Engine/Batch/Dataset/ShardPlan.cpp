#include "Engine/Batch/Dataset/ShardPlan.h"

#include <algorithm>

namespace melstrom
{

FileRange filesOfShard (const DatasetPlan& whole, Shard shard)
{
    const std::int64_t allRows = whole.numRows[0] + whole.numRows[1] + whole.numRows[2];
    const auto numFiles = static_cast<std::int64_t> (whole.files.size ());
    const auto shardOf = [&] (std::int64_t middle, std::int64_t end)
    { return std::min<std::int64_t> (shard.count - 1, middle * shard.count / end); };
    FileRange range {whole.files.size (), whole.files.size ()};
    std::int64_t rows = 0;
    for (std::int64_t i = 0; i < numFiles; ++i)
    {
        const std::int64_t own = whole.files[static_cast<std::size_t> (i)].numRows;
        const std::int64_t at =
            allRows > 0 ? shardOf (2 * rows + own, 2 * allRows) : shardOf (2 * i + 1, 2 * numFiles);
        rows += own;
        if (at >= shard.index)
            range.first = std::min (range.first, static_cast<std::size_t> (i));
        if (at > shard.index)
        {
            range.end = static_cast<std::size_t> (i);
            break;
        }
    }
    return range;
}

DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range, const MelSpec& spec)
{
    DatasetPlan part;
    const auto at = [&] (std::size_t index)
    { return whole.files.begin () + static_cast<std::ptrdiff_t> (index); };
    part.files.assign (at (range.first), at (range.end));
    part.labels = whole.labels;
    part.notes = whole.notes;
    part.geometries = whole.geometries;
    part.skipped = whole.skipped;
    part.leftOut = whole.leftOut;
    part.ffmpegVersion = whole.ffmpegVersion;
    part.warnings = whole.warnings;
    part.hasSplits = whole.hasSplits;
    placeRows (part, spec);
    return part;
}

} // namespace melstrom
