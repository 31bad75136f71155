// --shard: which part of a dataset a run makes, as it is said or as the system that started the run says it.
#pragma once

#include "Engine/Batch/Dataset/Shard.h"
#include "Engine/Core/Result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** A variable of the environment; empty where it is not set. */
using Environment = std::function<std::optional<std::string> (const char* name)>;
std::optional<std::string> variableOfProcess (const char* name);

struct ShardChoice
{
    Shard shard;
    bool isAutomatic = false;
};

/** "3/8" counts from 0; "auto" takes index and count from the environment, "auto/8" the index alone: of Slurm (array
    jobs, else srun), Kubernetes (indexed Jobs), AWS Batch (array jobs) or OpenMPI. Fails: badUsage; the message names
    the variables that were looked at and their values. */
Result<ShardChoice> parseShard (std::string_view text, const Environment& environment);

/** "3/8": a part, counted from 0, as an option other than --shard takes it. Fails: badUsage. */
Result<Shard> parsePart (std::string_view option, std::string_view text);

/** "out/shard-003-of-008". */
std::string shardFolder (const std::string& out, Shard shard);

} // namespace melstrom
