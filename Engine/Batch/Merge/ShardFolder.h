// One shard's folder, read and checked.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/Shard.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace melstrom
{

/** A finished shard, as its folder describes it. */
struct FinishedShard
{
    nlohmann::ordered_json description; ///< dataset.json
    FinishedDataset dataset;            ///< with its `files`
    InputsFile inputs;
    std::shared_ptr<const DatasetStatistics> statistics; ///< null: an older version made it
    std::map<std::string, Error> errors;                 ///< by path
    Shard shard;

    const nlohmann::ordered_json& whole () const { return description.at ("shard"); }
    std::size_t firstFile () const { return whole ().at ("first_file"); }
    std::string planDigest () const { return whole ().at ("plan_hash"); }
    const nlohmann::ordered_json& settings () const { return whole ().at ("settings"); }
};

/** Checks sizes and checksums of everything but the rows. Fails: as readShards does for one
    folder. */
Result<FinishedShard> readShard (const std::string& folder, const BatchContext& context);

} // namespace melstrom
