// --shard: the part of a dataset that a run makes, given explicitly or by the system that started
// the run.
#pragma once

#include "Engine/Batch/Dataset/Shard.h"
#include "Engine/Core/Result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** Value of an environment variable; empty if not set. */
using Environment = std::function<std::optional<std::string> (const char* name)>;
std::optional<std::string> variableOfProcess (const char* name);

struct ShardChoice
{
    Shard shard;
    bool isAutomatic = false;
};

/** "3/8" counts from 0. "auto" takes index and count from the environment, "auto/8" only the index.
    Systems: Slurm (array jobs, else srun), Kubernetes (indexed Jobs), AWS Batch (array jobs),
    OpenMPI. Fails: badUsage; the message has the variables and their values. */
Result<ShardChoice> parseShard (std::string_view text, const Environment& environment);

/** "3/8": a part, counted from 0, for options other than --shard. Fails: badUsage. */
Result<Shard> parsePart (std::string_view option, std::string_view text);

/** "out/shard-003-of-008". */
std::string shardFolder (const std::string& out, Shard shard);

} // namespace melstrom
