// The shards of one dataset, read and compared before they are joined.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/Shard.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"

#include <functional>
#include <map>
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
    std::map<std::string, Error> errors; ///< by path
    Shard shard;

    const nlohmann::ordered_json& whole () const { return description.at ("shard"); }
    std::size_t firstFile () const { return whole ().at ("first_file"); }
    std::string planDigest () const { return whole ().at ("plan_hash"); }
    const nlohmann::ordered_json& settings () const { return whole ().at ("settings"); }
};

/** All shards of one dataset in order. Compares tables, and the bytes around arrays, with their
    checksums; does not read rows. Thread: any; starts its own. Fails: badUsage (a folder holds no
    finished shard; a part is missing or there twice), otherPlan (other settings, another kind of
    device, or other inputs: the message names files), verificationFailed (a file is missing, cut or
    changed), readFailed, interrupted. */
Result<std::vector<FinishedShard>> readShards (const std::vector<std::string>& folders,
                                               const BatchContext& context);

/** A shard's record of the whole plan. `take` gets the files in order; the result does not hold
    them. Fails: verificationFailed (shard.bin is missing or damaged), readFailed. */
Result<KnownFiles> readKnownFiles (const FinishedShard& shard, Storage& storage,
                                   const std::function<void (KnownFile&&)>& take);

} // namespace melstrom
