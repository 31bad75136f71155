#include "Engine/Batch/Run/Folder/FolderClaim.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/InputChanges.h"
#include "Engine/Batch/Run/Folder/PlanFile.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

class Claiming
{
public:
    Claiming (const BatchWork& work, const ClaimRequest& request)
        : work_ (work), request_ (request), storage_ (work.context.storage),
          folder_ (work.options.outputFolder)
    {
    }

    Result<FolderClaim> go ()
    {
        MELSTROM_TRY_VALUE (auto dataset, readIfThere (storage_, folder_, "dataset.json"));
        Result<void> claimed;
        if (work_.options.overwrite)
            claimed = clear ();
        else if (dataset)
            claimed = follow (*dataset);
        else if (storage_.info (folder_ + "/plan.json"))
            claimed = goOn ();
        else
            claimed = clear ();
        if (! claimed)
            return claimed.error ();
        return std::move (claim_);
    }

    Result<void> writePlan ()
    {
        return replaceFile (storage_, folder_, "plan.json",
                            [this] (const TextSink& sink) { return request_.plan.write (sink); });
    }

private:
    Error otherPlan (const std::string& why) const
    {
        return {ErrorCode::otherPlan,
                printable (folder_) + ": " + why +
                    ". Nothing was changed; choose another folder, or use --overwrite",
                {}};
    }

    /** Removes listed files: a dataset or a run to be overwritten, or the rest of a killed removal.
        Fails if unlisted files have Melstrom's names, because they belong to somebody else. */
    Result<void> clear ()
    {
        MELSTROM_TRY_VALUE (const auto ours, filesToOverwrite (work_, request_.plan.numBytes ()));
        return ours.empty () ? Result<void> () : removeListed (storage_, folder_, ours);
    }

    /** The error for a dataset.json or plan.json that is there and cannot be trusted. The cure is
        --overwrite only if that would remove the file. */
    Error damaged (const std::string& name)
    {
        const auto ours = filesToOverwrite (work_, request_.plan.numBytes ());
        return ours ? otherPlan ("its " + name + " is damaged") : ours.error ();
    }

    /** For a folder with a finished dataset. */
    Result<void> follow (const std::string& datasetText)
    {
        const Json dataset = Json::parse (datasetText, nullptr, false);
        if (! dataset.is_object () || ! isSealed (datasetText))
            return damaged ("dataset.json");
        if (dataset.value ("settings_hash", "") != hashText (jsonText (request_.settings)))
            return otherPlan (
                "the folder holds a complete dataset of another spec or of other options; it "
                "differs in " +
                differencesOf (settingsOfDataset (dataset, request_.settings), request_.settings));
        MELSTROM_TRY (checkTools (dataset));
        if (! isWhole (storage_, folder_, datasetText))
        {
            claim_.notes.push_back ("a file of the dataset is missing or cut: every row is made "
                                    "again");
            return beginAnew ();
        }
        MELSTROM_TRY_VALUE (auto changes, compareInputs (work_, dataset.value ("plan_hash", ""),
                                                         request_.plan.digest ()));
        const bool isSaid = dataset.contains ("sources") || // its rows lie elsewhere
                            dataset.value ("warnings", Json ()) == Json (changes.warnings);
        if (changes.isNone && isSaid)
        {
            claim_.kind = FolderClaim::Kind::complete;
            return removeLeftovers ();
        }
        claim_.notes.push_back (changes.sentence);
        if (dataset.contains ("sources"))
            return beginAnew ();
        return changes.seeds.rows.empty () ? beginAnew () : keep (changes.seeds);
    }

    /** Fails if another ffmpeg, driver or variant made the rows there, because such rows do not
        mix. */
    Result<void> checkTools (const Json& there)
    {
        const auto difference = differenceOf (computationOf (there), work_.plan.computation);
        if (! difference.empty ())
            return otherPlan ("its rows were computed in another way; " + difference);
        const std::string before = there.value ("ffmpeg", ""), &now = work_.plan.ffmpegVersion;
        if (before.empty () || now.empty () || before == now)
            return {};
        return otherPlan ("its files were decoded by ffmpeg " + before +
                          ", but this machine has ffmpeg " + now);
    }

    /** Removes the files that a run leaves if it is killed after its last rename. */
    Result<void> removeLeftovers ()
    {
        for (const std::string name : {"plan.json", kJournalName})
            MELSTROM_TRY (storage_.remove (folder_ + "/" + name));
        return work_.options.needsRawRows () ? removeNormalisingFiles (storage_, folder_)
                                             : Result<void> ();
    }

    Result<void> beginAnew ()
    {
        MELSTROM_TRY_VALUE (const auto listed, listedFiles (storage_, folder_));
        return removeListed (storage_, folder_, listed);
    }

    /** Turns the dataset into an unfinished run whose journal claims the rows that stay. A crash
        before dataset.json goes leaves the dataset as it was; a crash after that leaves a run to be
        resumed. */
    Result<void> keep (const JournalEntries& seeds)
    {
        MELSTROM_TRY (removeLeftovers ());
        MELSTROM_TRY (storage_.syncFolder (folder_));
        MELSTROM_TRY (writePlan ());
        Journal journal (storage_, folder_,
                         JournalHeader {request_.plan.digest (), request_.createdAt});
        MELSTROM_TRY (journal.append (seeds));
        return resume ();
    }

    /** Removes files that dataset.json, or the rest of its removal, lists and that this run does
        not keep. */
    Result<void> removeRest ()
    {
        MELSTROM_TRY_VALUE (auto listed, listedFiles (storage_, folder_));
        const std::vector<DatasetFile> layout = layOutDataset (work_.plan, work_.options);
        const std::vector<std::string> stems =
            work_.options.needsRawRows () ? normalisingStems () : std::vector<std::string> ();
        std::erase_if (listed,
                       [&layout, &stems] (const std::string& name)
                       {
                           const auto isOf = [&name] (const DatasetFile& file)
                           { return file.name == name || file.name + ".part" == name; };
                           const auto isStemOf = [&name] (const std::string& stem)
                           { return stem == name || stem + ".part" == name; };
                           return name == "plan.json" || name == kJournalName ||
                                  std::ranges::any_of (stems, isStemOf) ||
                                  std::any_of (layout.begin (), layout.end (), isOf);
                       });
        return listed.empty () ? Result<void> () : removeListed (storage_, folder_, listed);
    }

    /** For a folder with an unfinished run. */
    Result<void> goOn ()
    {
        MELSTROM_TRY_VALUE (const auto isSame, isPlanThere (storage_, folder_, request_.plan));
        if (isSame)
            return resume ();
        MELSTROM_TRY_VALUE (const auto head, readWholePlanHead (storage_, folder_));
        const Json there = head.value_or (nlohmann::ordered_json ());
        if (! there.is_object () || ! there.contains ("settings") ||
            ! there["settings"].is_object () || ! there["settings"].contains ("melstrom"))
            return damaged ("plan.json");
        if (there["settings"] != Json (request_.settings))
            return otherPlan ("the folder holds an unfinished run of another plan; it differs in " +
                              differencesOf (there["settings"], request_.settings));
        MELSTROM_TRY (checkTools (there));
        claim_.notes.push_back ("the folder holds an unfinished run, and its list of inputs or a "
                                "header has changed: every row is made again");
        return beginAnew ();
    }

    Result<void> resume ()
    {
        MELSTROM_TRY_VALUE (auto journal, readJournal (storage_, folder_));
        if (! journal)
            return {};
        if (journal->header.planDigest != request_.plan.digest ())
            return otherPlan ("its journal belongs to another run");
        claim_.kind = FolderClaim::Kind::resumes;
        claim_.journal = std::move (journal);
        return removeRest ();
    }

    const BatchWork& work_;
    const ClaimRequest& request_;
    Storage& storage_;
    const std::string& folder_;
    FolderClaim claim_;
};
} // namespace

Result<FolderClaim> claimFolder (const BatchWork& work, const ClaimRequest& request)
{
    Claiming claiming (work, request);
    auto claim = claiming.go ();
    if (claim && claim->kind == FolderClaim::Kind::fresh)
        MELSTROM_TRY (claiming.writePlan ());
    return claim;
}

} // namespace melstrom
