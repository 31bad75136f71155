// Shards of a dataset: consecutive files with about as many rows in each shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace melstrom
{

inline constexpr int kMostShards = 100'000;

/** The share that a run makes or checks, if several runs share one dataset. */
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

/** The consecutive files of a share. They depend on the files' rows and the count alone. All rows
    are cut into equal shares; a file belongs to the share that holds the middle of its rows. If no
    file has rows, files are counted instead. Every file is in one share; a share may be empty.
    rowsOf: rows of the i-th of numFiles files. */
FileRange filesOfShare (std::size_t numFiles,
                        const std::function<std::int64_t (std::size_t)>& rowsOf, Shard shard);

} // namespace melstrom
