// A shard's part of a plan, and what a shard knows of the whole.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Files [first, end) of a plan. */
struct FileRange
{
    std::size_t first = 0, end = 0;
};

/** Consecutive files, a function of the files' rows and the count alone. A file belongs to the shard in which the middle
    of its rows lies when all rows are cut into equal shares; without rows anywhere files are counted instead. Every file
    is in one shard; a shard may have none. */
FileRange filesOfShard (const DatasetPlan& whole, Shard shard);

/** The plan of these files alone: rows are counted from 0. Labels, geometries and warnings are those of the whole. */
DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range);

/** What a shard's dataset says of the whole. */
struct ShardRecord
{
    nlohmann::ordered_json json; ///< "shard" of dataset.json
    std::string planFiles;       ///< the bytes of shard.bin
};

inline constexpr const char* kShardName = "shard.bin";

/** A file of the whole plan as every shard knows it. */
struct KnownFile
{
    std::string path;
    std::uint32_t digest = 0; ///< of all that plan.json says of it
    bool operator== (const KnownFile&) const = default;
};

/** The bytes of shard.bin: a mark, the number of files, then of each file how many bytes of the path before it it
    repeats, how many follow, these, and the digest; last CRC-32C of all that (docs/formats.md). */
std::string shardFilesText (const DatasetPlan& whole);

/** Empty if it is damaged. Any bytes may come. */
std::optional<std::vector<KnownFile>> parseShardFiles (std::string_view bytes);

} // namespace melstrom
