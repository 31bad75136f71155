#include "Standalone/CommandLine/Options/ShardArguments.h"

#include "Standalone/CommandLine/Options/OptionValues.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace melstrom
{

namespace
{
using Number = std::optional<std::int64_t>;

constexpr const char* kAllowed =
    "i/n with i from 0 to n - 1 and n up to 100000, auto, or auto/n where the system gives no n";

/** Index and count from one system's variables. */
struct Place
{
    std::string said; ///< "SLURM_PROCID=3, SLURM_NTASKS=8"
    std::int64_t index = 0;
    Number count;
    bool isArray = true; ///< the system started the processes to divide work
};

/** Reads variables and records their values. */
class Reading
{
public:
    explicit Reading (const Environment& environment) : environment_ (environment) {}

    Number number (const char* name)
    {
        const auto text = environment_ (name);
        if (! text)
            return {};
        said_ += (said_.empty () ? "" : ", ") + std::string (name) + "=" + *text;
        const auto value = parseWhole (*text);
        isSound_ = isSound_ && value;
        return value;
    }
    const std::string& said () const noexcept { return said_; }
    bool isSound () const noexcept { return isSound_; }

private:
    const Environment& environment_;
    std::string said_;
    bool isSound_ = true;
};

Error bad (const std::string& what)
{
    return {ErrorCode::badUsage, "--shard auto: " + what, {}};
}

using Found = std::optional<Place>;

/** Slurm gives the first number, the last number, the step and the count of an array, as
    --array=5-19:2. */
Result<Found> slurmArray (const Environment& environment)
{
    Reading read (environment);
    const Number id = read.number ("SLURM_ARRAY_TASK_ID");
    if (! id && read.isSound ())
        return Found ();
    const Number least = read.number ("SLURM_ARRAY_TASK_MIN"),
                 most = read.number ("SLURM_ARRAY_TASK_MAX"),
                 count = read.number ("SLURM_ARRAY_TASK_COUNT"),
                 step = read.number ("SLURM_ARRAY_TASK_STEP");
    if (! read.isSound () || ! least || ! most || ! count)
        return bad (read.said () + ": the array's first and last number and count are needed");
    const std::int64_t by = *count > 1 ? (*most - *least) / (*count - 1) : 1;
    const bool isEven = *count >= 1 && by >= 1 && *least + (*count - 1) * by == *most &&
                        *id >= *least && *id <= *most && (*id - *least) % by == 0 &&
                        (! step || *count == 1 || *step == by);
    if (! isEven)
        return bad (read.said () +
                    ": the numbers of the array are not evenly spaced; submit --array=0-N");
    return Found (Place {read.said (), (*id - *least) / by, count});
}

Result<Found> ranked (const Environment& environment, const char* index, const char* count,
                      bool isArray = true)
{
    Reading read (environment);
    const Number i = read.number (index);
    const Number n = count != nullptr ? read.number (count) : Number ();
    if (! read.isSound ())
        return bad (read.said () + ": these are not numbers");
    if (! i)
        return Found ();
    return Found (Place {read.said (), *i, n, isArray});
}

/** All systems that give an index. If srun or mpirun started several processes in a task of an
    array, both systems count: either may divide the work. A step with one process does not divide
    the work and is ignored beside other systems. */
Result<std::vector<Place>> allPlaces (const Environment& environment)
{
    const Result<Found> found[] {
        slurmArray (environment), ranked (environment, "JOB_COMPLETION_INDEX", nullptr),
        ranked (environment, "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
        ranked (environment, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", false),
        ranked (environment, "SLURM_PROCID", "SLURM_NTASKS", false)};
    std::vector<Place> places;
    bool hasMpi = false;
    for (const auto& one : found)
    {
        if (! one)
            return one.error ();
        if (! *one)
            continue;
        const Place& place = **one;
        const bool isSlurmStep = place.said.starts_with ("SLURM_PROCID");
        if (isSlurmStep && (hasMpi || ! place.count)) // mpirun passes on its script's variables
            continue;
        hasMpi = hasMpi || place.said.starts_with ("OMPI");
        const bool isAlone = ! place.isArray && place.count == 1 && ! places.empty ();
        if (! isAlone)
            places.push_back (place);
    }
    return places;
}

Result<Shard> fromEnvironment (Number count, const Environment& environment)
{
    MELSTROM_TRY_VALUE (auto places, allPlaces (environment));
    if (places.empty ())
        return bad ("no variable of a batch system gives the part; looked at SLURM_ARRAY_TASK_ID, "
                    "SLURM_PROCID with SLURM_NTASKS, JOB_COMPLETION_INDEX, "
                    "AWS_BATCH_JOB_ARRAY_INDEX and OMPI_COMM_WORLD_RANK. Give --shard i/n");
    std::string said;
    for (Place& place : places)
    {
        said += (said.empty () ? "" : "; ") + place.said;
        if (! place.count)
            place.count = count;
    }
    const Place& first = places.front ();
    for (const Place& place : places)
        if (place.index != first.index || place.count != first.count)
            return bad (said + ": these contradict each other. Give --shard i/n");
    if (! first.count)
        return bad (said + " gives no count. Give --shard auto/n");
    if (count && first.count != count)
        return bad (said + " contradicts --shard auto/" + std::to_string (*count));
    if (*first.count < 1 || *first.count > kMostShards || first.index < 0 ||
        first.index >= *first.count)
        return bad (said + ": the index must be from 0 to the count - 1, and the count from 1 to " +
                    std::to_string (kMostShards));
    return Shard {static_cast<int> (first.index), static_cast<int> (*first.count)};
}

/** A shard with 0 <= index < count; empty if invalid. */
std::optional<Shard> shardOf (Number index, Number count)
{
    if (! index || ! count || *count < 1 || *count > kMostShards || *index < 0 || *index >= *count)
        return {};
    return Shard {static_cast<int> (*index), static_cast<int> (*count)};
}

/** "3/8". */
std::optional<Shard> partOf (std::string_view text)
{
    const auto slash = text.find ('/');
    if (slash == std::string_view::npos)
        return {};
    return shardOf (parseWhole (text.substr (0, slash)), parseWhole (text.substr (slash + 1)));
}
} // namespace

std::optional<std::string> variableOfProcess (const char* name)
{
    const char* const value = std::getenv (name);
    return value != nullptr ? std::optional<std::string> (value) : std::nullopt;
}

Result<ShardChoice> parseShard (std::string_view text, const Environment& environment)
{
    const auto slash = text.find ('/');
    const bool hasCount = slash != std::string_view::npos;
    if (text.substr (0, slash) != "auto")
    {
        const auto shard = partOf (text);
        if (! shard)
            return badValue ("--shard", text, kAllowed);
        return ShardChoice {*shard, false};
    }
    const Number count = hasCount ? parseWhole (text.substr (slash + 1)) : Number ();
    if (hasCount && ! shardOf (0, count))
        return badValue ("--shard", text, kAllowed);
    MELSTROM_TRY_VALUE (const auto shard, fromEnvironment (count, environment));
    return ShardChoice {shard, true};
}

Result<Shard> parsePart (std::string_view option, std::string_view text)
{
    const auto part = partOf (text);
    if (! part)
        return badValue (option, text, "i/n with i from 0 to n - 1 and n up to 100000");
    return *part;
}

std::string shardFolder (const std::string& out, Shard shard)
{
    char name[64];
    std::snprintf (name, sizeof name, "shard-%03d-of-%03d", shard.index, shard.count);
    return out + (out.ends_with ('/') ? "" : "/") + name;
}

} // namespace melstrom
