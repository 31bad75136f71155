#include "Engine/Batch/Run/UnchangedDataset.h"

#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Run/DatasetFolder.h"
#include "Engine/Batch/Run/InputChanges.h"
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

/** What a dataset.json of these settings and without failures says. */
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
    catch (const nlohmann::json::exception&) // a key is not there, or of another type
    {
        return {};
    }
}

/** Today's stat in the place of an older one, under the lock; if somebody else has it, he will do it. */
void record (const BatchContext& context, const std::string& folder, const InputsFile& inputs)
{
    const auto lock = context.storage.lockFolder (folder);
    if (lock)
        (void)replaceFile (context.storage, folder, kInputsName, inputsText (inputs));
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
            return Found (); // somebody works here, or was killed: what is left has to go
    const auto dataset = readIfThere (context.storage, folder, "dataset.json");
    const auto text = readIfThere (context.storage, folder, kInputsName);
    if (! dataset || ! *dataset || ! text || ! *text)
        return Found ();
    const auto finished = finishedOf (**dataset, identity.settingsDigest);
    auto inputs = parseInputs (**text);
    if (! finished || ! inputs || inputs->planDigest != finished->planDigest ||
        ! isWhole (context.storage, folder, **dataset))
        return Found ();
    if (! options.shard && (inputs->listingHash != identity.listingHash ||
                            inputs->files.size () + inputs->leftOut.size () != list.files.size ()))
        return Found ();

    std::vector<InputStat> stats (list.files.size ());
    parallelFor (static_cast<std::int64_t> (stats.size ()), context.numHostThreads (),
                 [&] (std::int64_t i)
                 {
                     const auto index = static_cast<std::size_t> (i);
                     if (const auto info = context.storage.info (list.files[index].path))
                         stats[index] = inputStatOf (*info);
                 });
    if (options.shard)
        return inputs->listingHash == hashOfShardInputs (identity.listingHash, stats)
                   ? Found (finished->totals)
                   : Found ();
    std::vector<std::string_view> paths;
    std::vector<InputState> states;
    std::vector<InputStat> statsNow;
    auto leftOut = inputs->leftOut.begin ();
    for (std::size_t i = 0; i < stats.size (); ++i)
    {
        if (leftOut != inputs->leftOut.end () && leftOut->place == i)
        {
            if ((leftOut++)->stat != stats[i])
                return Found (); // it may have sound now
            continue;
        }
        if (states.size () == inputs->files.size ()) // places that no list has
            return Found ();
        paths.push_back (list.files[i].path);
        statsNow.push_back (stats[i]);
        states.push_back (inputs->files[states.size ()].state);
    }
    const auto compared = compareStates (context, paths, statsNow, states);
    if (! compared)
        return compared.error ();
    for (const bool isSame : compared->isSame)
        if (! isSame)
            return Found ();
    if (compared->anyStatDiffers)
    {
        for (std::size_t i = 0; i < states.size (); ++i)
            inputs->files[i].state = states[i];
        record (context, folder, *inputs);
    }
    return Found (finished->totals);
}

Result<void> recordInputs (Storage& storage, const std::string& outputFolder,
                           const DatasetPlan& plan, std::uint64_t listingHash)
{
    const auto text = readIfThere (storage, outputFolder, kInputsName);
    if (! text)
        return text.error ();
    auto inputs = *text ? parseInputs (**text) : std::nullopt;
    if (! inputs || inputs->files.size () != plan.files.size ())
        return {};
    inputs->listingHash = listingHash;
    inputs->leftOut = plan.leftOut;
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        inputs->files[i].state.stat = plan.files[i].stat;
    const std::string now = inputsText (*inputs);
    return now == **text ? Result<void> () : replaceFile (storage, outputFolder, kInputsName, now);
}

} // namespace melstrom
