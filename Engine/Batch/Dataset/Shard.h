// Shares of a dataset: consecutive files with about as many rows each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace melstrom
{

inline constexpr int kMostShards = 100'000;

/** Which share a run makes or checks, where several share one dataset. */
struct Shard
{
    int index = 0; ///< from 0
    int count = 1; ///< 1 to kMostShards
    bool operator== (const Shard&) const = default;
    std::string text () const { return std::to_string (index) + "/" + std::to_string (count); }
};

/** Files [first, end) of a list. */
struct FileRange
{
    std::size_t first = 0, end = 0;
};

/** Consecutive files, a function of the files' rows and the count alone. A file belongs to the share in which the middle
    of its rows lies when all rows are cut into equal shares; without rows anywhere files are counted instead. Every file
    is in one share; a share may have none. rowsOf: of the i-th of numFiles files. */
FileRange filesOfShare (std::size_t numFiles,
                        const std::function<std::int64_t (std::size_t)>& rowsOf, Shard shard);

} // namespace melstrom
