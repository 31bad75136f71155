// shard.bin: the files of the whole plan as every shard knows them, with all that was said of them.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Core/HeldText.h"

#include <cstdint>
#include <functional>
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
    std::uint32_t relativeAt = 0; ///< where in it the part begins that is relative to the INPUT
    FileFacts facts;              ///< names of KnownFiles::notes; the split is not among them
    std::uint32_t digest = 0;     ///< of all that is known of it before its samples are read
};

struct KnownFiles
{
    std::vector<std::string> labels; ///< of DatasetPlan
    Annotations notes;               ///< the same
    std::vector<KnownFile> files;    ///< sorted as in the plan
};

/** The bytes of shard.bin (docs/formats.md). */
std::string shardFilesText (const DatasetPlan& whole);

/** Empty if it is damaged. Any bytes may come; memory: at most 32 times as many. */
std::optional<KnownFiles> parseShardFiles (std::string_view bytes);

/** The same, a file at a time: `known` gets all but the files before `take` gets the first of them. False if the bytes are
    damaged, which may show behind some files. */
bool readShardFiles (std::string_view bytes, KnownFiles& known,
                     const std::function<void (KnownFile&&)>& take);

} // namespace melstrom
