#include "Engine/Batch/Merge/MergeSteps.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Inputs/InputList.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

std::string fromOutput (const FinishedShard& shard, const MergeOptions& options)
{
    const auto named = std::find_if (options.shards.begin (), options.shards.end (),
                                     [&] (const ShardFolder& folder)
                                     { return folder.path == shard.dataset.folder; });
    return named->fromOutput;
}

/** The arrays of a file whose rows a virtual dataset refers to. */
Json arraysOf (const FinishedShard& shard, const std::string& file)
{
    Json arrays = Json::array ();
    for (const ArrayLine& array : shard.dataset.arrays)
        if (array.file == file && array.offset >= 0)
            arrays.push_back (
                {{"name", array.name}, {"offset", array.offset}, {"bytes", array.bytes}});
    return arrays;
}
} // namespace

SourceList sourcesOfShards (const std::vector<FinishedShard>& shards, const MergeOptions& options)
{
    SourceList list;
    list.json = Json::array ();
    std::array<std::int64_t, 3> firstRows {};
    for (const FinishedShard& shard : shards)
        for (const ArrayLine& array : shard.dataset.arrays)
        {
            if (! array.isFeatures () || array.offset < 0)
                continue;
            SourceRows rows {fromOutput (shard, options) + "/" + array.file, 0, 0};
            for (const FileLine& file : shard.dataset.files)
                if (file.splitName () == array.split && file.numRows > 0)
                {
                    rows.numRows += file.numRows;
                    ++rows.numFiles;
                }
            const auto entry =
                std::find_if (shard.dataset.entries.begin (), shard.dataset.entries.end (),
                              [&] (const FileEntry& one) { return one.name == array.file; });
            std::size_t split = 0;
            while (split < 2 && array.split != kSplitNames[split] && ! array.split.empty ())
                ++split;
            Json json {{"file", rows.path}};
            if (! array.split.empty ())
                json["split"] = array.split;
            json["bytes"] = entry->bytes;
            json["crc32c_outside_arrays"] = hexadecimal (entry->crc);
            json["first_row"] = firstRows[split];
            json["rows"] = rows.numRows;
            json["arrays"] = arraysOf (shard, array.file);
            list.json.push_back (std::move (json));
            firstRows[split] += rows.numRows;
            list.bySplit[split].push_back (std::move (rows));
        }
    return list;
}

} // namespace melstrom
