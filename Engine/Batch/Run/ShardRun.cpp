#include "Engine/Batch/Run/ShardRun.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Run/Folder/UnchangedDataset.h"
#include "Engine/Core/Hash.h"

namespace melstrom
{

namespace
{
/** The stats of all listed files, in the order of the list. */
std::vector<InputStat> listedStats (const DatasetPlan& plan)
{
    std::vector<InputStat> stats;
    stats.reserve (plan.files.size () + plan.leftOut.size ());
    auto leftOut = plan.leftOut.begin ();
    const auto addLeftOut = [&]
    {
        for (; leftOut != plan.leftOut.end () && leftOut->place == stats.size (); ++leftOut)
            stats.push_back (leftOut->stat);
    };
    for (const PlannedFile& file : plan.files)
    {
        addLeftOut ();
        stats.push_back (file.stat);
    }
    addLeftOut ();
    return stats;
}
} // namespace

ShardRun::ShardRun (DatasetPlan whole, const BatchOptions& options, int numThreads)
    : whole_ (std::move (whole)), options_ (options),
      range_ (filesOfShard (whole_, *options.shard)), numThreads_ (numThreads)
{
}

std::uint64_t ShardRun::describe (const std::string& deviceKind, Computation computation,
                                  std::uint64_t listingHash)
{
    whole_.computation = std::move (computation);
    BatchOptions options = options_;
    options.shard.reset ();
    const auto settings = settingsJson (options, deviceKind);
    planDigest_ = PlanText (whole_, options, settings, numThreads_).digest ();
    record_.json = {{"index", options_.shard->index}, {"count", options_.shard->count},
                    {"first_file", range_.first},     {"files_of_all", whole_.files.size ()},
                    {"plan_hash", planDigest_},       {"listing_hash", listingHash},
                    {"warnings", whole_.warnings},    {"settings", settings}};
    record_.planFiles = shardFilesText (whole_);
    const std::vector<InputStat> stats = listedStats (whole_);
    whole_ = {};
    return hashOfShardInputs (listingHash, stats);
}

} // namespace melstrom
