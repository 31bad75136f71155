#include "Engine/Batch/Dataset/Shard.h"

#include <algorithm>

namespace melstrom
{

FileRange filesOfShare (std::size_t numFiles,
                        const std::function<std::int64_t (std::size_t)>& rowsOf, Shard shard)
{
    std::int64_t allRows = 0;
    for (std::size_t i = 0; i < numFiles; ++i)
        allRows += rowsOf (i);
    const auto shareOf = [&] (std::int64_t middle, std::int64_t end)
    { return std::min<std::int64_t> (shard.count - 1, middle * shard.count / end); };
    FileRange range {numFiles, numFiles};
    std::int64_t rows = 0;
    for (std::size_t i = 0; i < numFiles; ++i)
    {
        const std::int64_t own = rowsOf (i);
        const std::int64_t at = allRows > 0 ? shareOf (2 * rows + own, 2 * allRows)
                                            : shareOf (2 * static_cast<std::int64_t> (i) + 1,
                                                       2 * static_cast<std::int64_t> (numFiles));
        rows += own;
        if (at >= shard.index)
            range.first = std::min (range.first, i);
        if (at > shard.index)
        {
            range.end = i;
            break;
        }
    }
    return range;
}

} // namespace melstrom
