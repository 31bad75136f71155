// A shard's part of a plan, and its record of the whole.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** As filesOfShare. */
FileRange filesOfShard (const DatasetPlan& whole, Shard shard);

/** The plan of these files alone; rows count from 0. Labels, annotations, geometries and warnings
    are those of the whole. */
DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range, const MelSpec& spec);

/** What a shard's dataset records about the whole. */
struct ShardRecord
{
    nlohmann::ordered_json json; ///< "shard" of dataset.json
    std::string planFiles;       ///< the bytes of shard.bin
};

} // namespace melstrom
