#include "Engine/Batch/Run/Folder/DatasetFolder.h"

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Statistics/DatasetStatistics.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Names without ".part" and ".tmp". */
std::vector<std::string> namesToWrite (const BatchWork& work)
{
    std::vector<std::string> names {"dataset.json", "files.csv", "errors.csv",   kInputsName,
                                    kJournalName,   "plan.json", kStatisticsName};
    if (work.options.shard)
        names.push_back (kShardName);
    for (const DatasetFile& file : layOutDataset (work.plan, work.options))
        names.push_back (file.name);
    if (work.options.needsRawRows ())
        for (std::string& stem : normalisingStems ())
            names.push_back (std::move (stem));
    return names;
}

/** True if a run of this plan ended while it wrote the plan, before anything else. The content
    proves nothing: after a power cut the bytes may be any. Only their number is at most the
    plan's. */
bool isBegunPlan (const BatchWork& work, const std::string& name, std::int64_t mostPlanBytes)
{
    if (name != "plan.json.tmp")
        return false;
    const auto begun = work.context.storage.info (work.options.outputFolder + "/" + name);
    return begun && begun->bytes <= mostPlanBytes;
}
} // namespace

Result<std::vector<std::string>> filesToOverwrite (const BatchWork& work,
                                                   std::int64_t mostPlanBytes)
{
    Storage& storage = work.context.storage;
    const std::string& folder = work.options.outputFolder;
    auto listed = listedFiles (storage, folder);
    if (! listed)
        return listed;
    std::vector<std::string> others;
    for (const std::string& stem : namesToWrite (work))
        for (const std::string ending : {"", ".part", ".tmp"})
        {
            const std::string name = stem + ending;
            const bool isListed =
                std::find (listed->begin (), listed->end (), name) != listed->end ();
            if (! isListed && storage.info (folder + "/" + name) &&
                ! isBegunPlan (work, name, mostPlanBytes))
                others.push_back (name);
        }
    if (! others.empty ())
        return unlistedError (folder, others);
    return listed;
}

} // namespace melstrom
