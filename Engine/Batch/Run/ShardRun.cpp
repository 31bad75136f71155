#include "Engine/Batch/Run/ShardRun.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Run/DatasetFolder.h"
#include "Engine/Batch/Run/UnchangedDataset.h"
#include "Engine/Core/Hash.h"

namespace melstrom
{

ShardRun::ShardRun (DatasetPlan whole, const BatchOptions& options, int numThreads)
    : whole_ (std::move (whole)), options_ (options),
      range_ (filesOfShard (whole_, *options.shard)), numThreads_ (numThreads)
{
}

std::uint64_t ShardRun::describe (const std::string& deviceKind, std::uint64_t listingHash)
{
    BatchOptions options = options_;
    options.shard.reset ();
    const auto settings = settingsJson (options, deviceKind);
    planDigest_ = PlanText (whole_, options, settings, numThreads_).digest ();
    record_.json = {{"index", options_.shard->index}, {"count", options_.shard->count},
                    {"first_file", range_.first},     {"files_of_all", whole_.files.size ()},
                    {"plan_hash", planDigest_},       {"listing_hash", listingHash},
                    {"warnings", whole_.warnings},    {"settings", settings}};
    record_.planFiles = shardFilesText (whole_);
    std::vector<InputStat> stats;
    stats.reserve (whole_.files.size ());
    for (const PlannedFile& file : whole_.files)
        stats.push_back (file.stat);
    whole_ = {};
    return hashOfShardInputs (listingHash, stats);
}

Result<void> ShardRun::recordInputs (Storage& storage, const DatasetPlan& part,
                                     std::uint64_t hash) const
{
    const auto text = readIfThere (storage, options_.outputFolder, kInputsName);
    if (! text)
        return text.error ();
    auto inputs = *text ? parseInputs (**text) : std::nullopt;
    if (! inputs || inputs->files.size () != part.files.size ())
        return {};
    inputs->listingHash = hash;
    for (std::size_t i = 0; i < part.files.size (); ++i)
        inputs->files[i].state.stat = part.files[i].stat;
    return replaceFile (storage, options_.outputFolder, kInputsName,
                        [&inputs] (const TextSink& sink) { return writeInputs (sink, *inputs); });
}

} // namespace melstrom
