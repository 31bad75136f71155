// A shard: its part of a plan, and shard.bin, the files of the whole plan and their annotations, as
// every shard knows them.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Core/HeldText.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

inline constexpr const char* kShardName = "shard.bin";

/** A file of the whole plan. */
struct KnownFile
{
    [[no_unique_address]] HeldText path;
    std::uint32_t relativeAt = 0; ///< index in `path` of the part that is relative to the INPUT
    FileFacts facts;              ///< indices into KnownFiles::notes; without the split
    std::uint32_t digest = 0;     ///< of all properties known before its samples are read
};

struct KnownFiles
{
    std::vector<std::string> labels; ///< as in DatasetPlan
    Annotations notes;               ///< as in DatasetPlan
    std::vector<KnownFile> files;    ///< sorted as in the plan
};

/** The bytes of shard.bin (docs/formats.md). */
std::string shardFilesText (const DatasetPlan& whole);

/** Empty if the bytes are damaged. Accepts any bytes; memory: at most 32 times their number. */
std::optional<KnownFiles> parseShardFiles (std::string_view bytes);

/** The same, one file at a time. `known` gets everything but the files before `take` gets the first
    file. False if the bytes are damaged; this may show only after some files. */
bool readShardFiles (std::string_view bytes, KnownFiles& known,
                     const std::function<void (KnownFile&&)>& take);

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
