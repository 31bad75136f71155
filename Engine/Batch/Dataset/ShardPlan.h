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

/** The plan of these files alone: rows are counted from 0. Labels, annotations, geometries and warnings are
    those of the whole. */
DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range, const MelSpec& spec);

/** What a shard's dataset says of the whole. */
struct ShardRecord
{
    nlohmann::ordered_json json; ///< "shard" of dataset.json
    std::string planFiles;       ///< the bytes of shard.bin
};

} // namespace melstrom
