#include "Engine/Batch/Run/Folder/UnchangedDataset.h"

#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/InputChanges.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/ParallelFor.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
struct Finished
{
    std::string planDigest;
    UnchangedDataset totals;
};

/** Contents of a dataset.json with these settings and without failures. */
std::optional<Finished> finishedOf (const std::string& text, const std::string& settingsDigest)
{
    const auto json = nlohmann::json::parse (text, nullptr, false);
    if (! json.is_object () || ! isSealed (text))
        return {};
    try
    {
        const auto& totals = json.at ("totals");
        if (totals.at ("failed") != 0 || json.at ("settings_hash") != settingsDigest)
            return {};
        return Finished {json.at ("plan_hash"),
                         {totals.at ("files"), totals.at ("rows"), totals.at ("audio_seconds"),
                          json.at ("warnings")}};
    }
    catch (const nlohmann::json::exception&) // a key is missing or of another type
    {
        return {};
    }
}

InputStat statOf (Storage& storage, const std::string& path)
{
    const auto info = storage.info (path);
    return info ? inputStatOf (*info) : InputStat ();
}

std::vector<InputStat> statsOf (const BatchContext& context, const InputList& list)
{
    std::vector<InputStat> stats (list.files.size ());
    parallelFor (static_cast<std::int64_t> (stats.size ()), context.numHostThreads (),
                 [&] (std::int64_t i)
                 {
                     const auto index = static_cast<std::size_t> (i);
                     stats[index] =
                         statOf (context.storage, std::string (list.files[index].soundPath ()));
                 });
    return stats;
}

/** The place in the list of the i-th file that was not left out. */
std::size_t placeInList (const std::vector<LeftOutInput>& leftOut, std::size_t i)
{
    std::size_t low = 0, high = leftOut.size (); // number of left-out files before it
    while (low < high)
    {
        const std::size_t middle = (low + high) / 2;
        if (leftOut[middle].place <= i + middle)
            low = middle + 1;
        else
            high = middle;
    }
    return i + low;
}

/** Records today's stats under the lock. If another process has the lock, that process records
    them. */
void record (const BatchContext& context, const std::string& folder, const InputsFile& inputs)
{
    const auto lock = context.storage.lockFolder (folder);
    if (lock)
        (void)replaceFile (context.storage, folder, kInputsName,
                           [&inputs] (const TextSink& sink) { return writeInputs (sink, inputs); });
}
} // namespace

std::uint64_t hashOfShardInputs (std::uint64_t listingHash, const std::vector<InputStat>& stats)
{
    std::uint64_t hash = listingHash;
    for (const InputStat& stat : stats)
    {
        const std::uint64_t numbers[] {static_cast<std::uint64_t> (stat.bytes),
                                       static_cast<std::uint64_t> (stat.modifiedNanoseconds),
                                       stat.inode};
        hash = hashBytes ({reinterpret_cast<const char*> (numbers), sizeof numbers}, hash);
    }
    return hash;
}

Result<std::optional<UnchangedDataset>> findUnchanged (const BatchOptions& options,
                                                       const BatchContext& context,
                                                       const DatasetIdentity& identity,
                                                       const InputList& list)
{
    using Found = std::optional<UnchangedDataset>;
    const std::string& folder = options.outputFolder;
    for (const std::string name : {"plan.json", kJournalName, ".lock"})
        if (context.storage.info (folder + "/" + name))
            return Found (); // a run works here, or was killed: its files must go
    if (options.needsRawRows () && hasNormalisingFiles (context.storage, folder))
        return Found ();
    const auto dataset = readIfThere (context.storage, folder, "dataset.json");
    if (! dataset || ! *dataset)
        return Found ();
    const auto finished = finishedOf (**dataset, identity.settingsDigest);
    auto recorded = readInputs (context.storage, folder);
    auto inputs = recorded ? *std::move (recorded) : std::nullopt;
    if (! finished || ! inputs || inputs->planDigest != finished->planDigest ||
        ! isWhole (context.storage, folder, **dataset))
        return Found ();
    if (! options.shard && (inputs->listingHash != identity.listingHash ||
                            inputs->files.size () + inputs->leftOut.size () != list.files.size ()))
        return Found ();

    if (options.shard)
        return inputs->listingHash ==
                       hashOfShardInputs (identity.listingHash, statsOf (context, list))
                   ? Found (finished->totals)
                   : Found ();
    for (const LeftOutInput& leftOut : inputs->leftOut) // it may have sound now
        if (leftOut.place >= list.files.size () ||
            statOf (context.storage, std::string (list.files[leftOut.place].soundPath ())) !=
                leftOut.stat)
            return Found ();
    const auto inputAt = [&] (std::size_t i) -> ComparedInput
    {
        const InputFile& file = list.files[placeInList (inputs->leftOut, i)];
        std::string path (file.soundPath ());
        const InputStat stat = statOf (context.storage, path);
        return {std::move (path), stat, inputs->files[i].state, file.facts.box >= 0};
    };
    MELSTROM_TRY_VALUE (const auto compared,
                        compareStates (context, inputs->files.size (), inputAt));
    for (const bool isSame : compared.isSame)
        if (! isSame)
            return Found ();
    if (compared.anyStatDiffers)
        record (context, folder, *inputs);
    return Found (finished->totals);
}

Result<void> recordInputs (Storage& storage, const std::string& outputFolder,
                           const DatasetPlan& plan, std::uint64_t listingHash)
{
    MELSTROM_TRY_VALUE (auto recorded, readInputs (storage, outputFolder));
    std::optional<InputsFile>& inputs = recorded;
    if (! inputs || inputs->files.size () != plan.files.size ())
        return {};
    bool differs = inputs->listingHash != listingHash || inputs->leftOut != plan.leftOut;
    inputs->listingHash = listingHash;
    inputs->leftOut = plan.leftOut;
    for (std::size_t i = 0; i < plan.files.size (); ++i)
    {
        InputStat& stat = inputs->files[i].state.stat;
        differs = differs || stat != plan.files[i].stat;
        stat = plan.files[i].stat;
    }
    if (! differs)
        return {};
    return replaceFile (storage, outputFolder, kInputsName,
                        [&inputs] (const TextSink& sink) { return writeInputs (sink, *inputs); });
}

} // namespace melstrom
