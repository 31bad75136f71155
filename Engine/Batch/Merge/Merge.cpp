#include "Engine/Batch/Merge/Merge.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Merge/MergeSteps.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/FolderClaim.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <chrono>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

std::string shardText (const FinishedShard& shard)
{
    return "shard " + std::to_string (shard.shard.index) + "/" +
           std::to_string (shard.shard.count) + ": " + printable (shard.dataset.folder) + ", " +
           countText (static_cast<std::int64_t> (shard.dataset.files.size ()), "file") +
           " from number " + std::to_string (shard.firstFile ()) + " on, by " +
           shard.dataset.deviceName + "; its tables have their checksums";
}

class Merging
{
public:
    Merging (const MergeOptions& options, const BatchContext& context)
        : options_ (options), context_ (context), storage_ (context.storage)
    {
    }

    Result<BatchOutcome> go ()
    {
        const auto start = Clock::now ();
        say ([] { return "reading the shards"; });
        MELSTROM_TRY (checkPlaces ());
        MELSTROM_TRY (readAll ());
        FileLedger ledger (merged_.plan, merged_.options.preset.spec.storedType);
        enterShards (shards_, merged_, ledger);
        for (FinishedShard& shard : shards_) // now in plan and ledger
            shard.inputs.files = std::vector<RecordedInput> ();
        giveBackFreedMemory ();
        describe (ledger);
        outcome_.planSeconds = secondsSince (start);
        MELSTROM_TRY (storage_.makeFolders (options_.outputFolder));
        MELSTROM_TRY_VALUE (const auto lock, storage_.lockFolder (options_.outputFolder));
        MELSTROM_TRY_VALUE (const auto isThere, claim ());
        outcome_.alreadyComplete = isThere;
        say ([&] { return folderText (isThere); });
        if (! isThere)
            MELSTROM_TRY (make (ledger, *lock));
        context_.counters.phase = BatchPhase::done;
        return std::move (outcome_);
    }

private:
    /** text: makes a line for `debug`. */
    template <typename Text>
    void say (Text text) const
    {
        if (context_.debug)
            context_.debug (text ());
    }

    std::string folderText (bool isThere) const
    {
        return printable (options_.outputFolder) + ": " +
               (isThere ? "holds the dataset of these shards: nothing is written"
                        : "claimed for the dataset of these shards");
    }

    std::string wayText () const
    {
        if (isVirtual ())
            return "rows: stay in the shards, to which a virtual dataset refers; they are only "
                   "read "
                   "and checked";
        return std::string ("rows: copied into new arrays, because ") +
               (options_.copiesRows ? "--merge-copy asks for it"
                                    : "NPY files cannot refer to others");
    }

    bool isVirtual () const
    {
        return merged_.options.format == OutputFormat::h5 && ! options_.copiesRows;
    }

    /** Refuses an output folder that is also a shard, under any name. */
    Result<void> checkPlaces ()
    {
        const auto out = storage_.info (options_.outputFolder);
        for (const ShardFolder& folder : options_.shards)
        {
            const auto info = storage_.info (folder.path);
            if (out && info && out->device == info->device && out->inode == info->inode)
                return Error {ErrorCode::badUsage,
                              printable (options_.outputFolder) +
                                  " is both a shard and the folder of the result; the first name "
                                  "after --merge is the folder of the result",
                              {}};
        }
        return {};
    }

    Result<void> readAll ()
    {
        context_.counters.phase = BatchPhase::planning;
        std::vector<std::string> folders;
        for (const ShardFolder& folder : options_.shards)
            folders.push_back (folder.path);
        MELSTROM_TRY_VALUE (shards_, readShards (folders, context_));
        for (const FinishedShard& shard : shards_)
            say ([&] { return shardText (shard); });
        MELSTROM_TRY_VALUE (merged_, planOfShards (shards_, storage_, options_.outputFolder));
        merged_.options.overwrite = options_.overwrite;
        const auto& settings = shards_.front ().settings ();
        planText_.emplace (merged_.plan, merged_.options, settings, context_.numHostThreads ());
        if (planText_->digest () != shards_.front ().planDigest ())
            return Error {ErrorCode::verificationFailed,
                          "the tables of the shards do not match the plan of the shards; make the "
                          "shards again with --overwrite",
                          {}};
        say ([&] { return wayText (); });
        if (isVirtual ())
            sources_ = sourcesOfShards (shards_, options_);
        return {};
    }

    void describe (const FileLedger& ledger)
    {
        const DatasetPlan& plan = merged_.plan;
        outcome_.numFiles = static_cast<std::int64_t> (plan.files.size ());
        outcome_.numFailed = ledger.numFailed ();
        outcome_.numRows = plan.numRows[0] + plan.numRows[1] + plan.numRows[2];
        outcome_.audioSeconds = plan.totalSeconds;
        for (std::size_t i = 0; i < plan.files.size (); ++i)
            if (const auto index = static_cast<std::int32_t> (i); ledger.hasFailed (index))
                outcome_.failures.emplace_back (plan.files[i].path, ledger.errorOf (index));
        context_.counters.rowsTotal = outcome_.numRows;
        context_.counters.filesTotal = outcome_.numFiles;
    }

    /** True: this very dataset is there. False: the folder is ready and holds plan.json. */
    Result<bool> claim ()
    {
        const auto& settings = shards_.front ().settings ();
        MELSTROM_TRY (removeOtherKind (hashText (jsonText (settings))));
        const ClaimRequest request {settings, *planText_, creationTime ()};
        MELSTROM_TRY_VALUE (auto claim,
                            claimFolder ({merged_.plan, merged_.options, context_}, request));
        if (claim.kind == FolderClaim::Kind::complete)
            return true;
        if (! claim.notes.empty ())
            outcome_.notes.push_back ("the folder holds the result of an earlier state of these "
                                      "shards, or an unfinished result: it is made again");
        MELSTROM_TRY_VALUE (auto listed, listedFiles (storage_, options_.outputFolder));
        std::erase (listed, "plan.json");
        MELSTROM_TRY (removeListed (storage_, options_.outputFolder, listed));
        return false;
    }

    /** Removes a dataset of another kind: copied if a virtual dataset is wanted, virtual if a copy
        is wanted, or virtual with other sources. Called when the shards are known to be sound. */
    Result<void> removeOtherKind (const std::string& settingsDigest)
    {
        MELSTROM_TRY_VALUE (const auto text,
                            readIfThere (storage_, options_.outputFolder, "dataset.json"));
        if (! text)
            return {};
        const auto json = nlohmann::ordered_json::parse (*text, nullptr, false);
        const bool isOurs = json.is_object () && json.value ("settings_hash", "") == settingsDigest;
        if (! isOurs || json.value ("sources", nlohmann::ordered_json ()) == sources_.json)
            return {};
        FileLedger unused (merged_.plan, merged_.options.preset.spec.storedType);
        MELSTROM_TRY (copyRows ({shards_, merged_, context_, unused, nullptr}));
        MELSTROM_TRY_VALUE (const auto listed, listedFiles (storage_, options_.outputFolder));
        outcome_.notes.push_back (isVirtual () ? "the dataset is made again as a virtual one"
                                               : "the dataset is made again, with its rows");
        return removeListed (storage_, options_.outputFolder, listed);
    }

    Result<void> writeInputsOf (const FileLedger& ledger, const TextSink& sink) const
    {
        const FinishedShard& front = shards_.front ();
        const InputsHead head {front.planDigest (),
                               front.whole ().at ("listing_hash").get<std::uint64_t> (),
                               merged_.plan.files.size (), front.inputs.leftOut};
        const auto inputAt = [&] (std::size_t i) -> RecordedInput
        {
            const auto index = static_cast<std::int32_t> (i);
            const bool hasWaveform = merged_.options.waveform && ! ledger.hasFailed (index);
            return {ledger.inputOf (index), hasWaveform ? ledger.waveformChecksumOf (index) : 0,
                    ledger.numNonFinite (index)};
        };
        return writeInputs (sink, head, inputAt);
    }

    Result<void> make (FileLedger& ledger, const FolderLock& lock)
    {
        DatasetWriter writer (storage_, merged_.options, merged_.plan, creationTime ());
        if (isVirtual ())
            writer.referTo (sources_.bySplit);
        auto written = write (writer, ledger, lock);
        if (written || written.error ().code != ErrorCode::verificationFailed)
            return written;
        if (writer.removeParts ()) // room for the shard that must be made again
            (void)storage_.remove (options_.outputFolder + "/plan.json");
        return written;
    }

    Result<void> write (DatasetWriter& writer, FileLedger& ledger, const FolderLock& lock)
    {
        auto start = Clock::now ();
        context_.counters.phase = BatchPhase::extracting;
        context_.counters.filesDone =
            std::ranges::count (merged_.plan.files, 0, &PlannedFile::numRows);
        context_.counters.filesFailed = ledger.numFailed ();
        const int numThreads = context_.numHostThreads ();
        MELSTROM_TRY (writer.createParts ());
        MELSTROM_TRY (
            copyRows ({shards_, merged_, context_, ledger, isVirtual () ? nullptr : &writer}));
        if (auto known =
                writer.writeKnownArrays ([this] { return context_.stop.load (); }, numThreads);
            ! known)
            return known;
        outcome_.extractSeconds = secondsSince (start);
        say ([&] { return "rows read and checked in " + elapsedText (outcome_.extractSeconds); });
        start = Clock::now ();
        context_.counters.phase = BatchPhase::sealing;
        MELSTROM_TRY (checkLock (lock, options_.outputFolder));
        const FinishedShard& front = shards_.front ();
        const DatasetNames names {front.planDigest (),
                                  hashText (jsonText (front.settings ())),
                                  front.dataset.backendName,
                                  front.dataset.deviceName,
                                  [&] (const TextSink& sink)
                                  { return writeInputsOf (ledger, sink); },
                                  nullptr,
                                  isVirtual () ? &sources_.json : nullptr};
        MELSTROM_TRY (writer.seal (ledger, names, numThreads, context_.stop));
        outcome_.sealSeconds = secondsSince (start);
        say ([&] { return "synced and sealed in " + elapsedText (outcome_.sealSeconds); });
        outcome_.bytesRead = context_.counters.bytesRead;
        outcome_.bytesWritten = context_.counters.bytesWritten;
        return storage_.remove (options_.outputFolder + "/plan.json");
    }

    const MergeOptions& options_;
    const BatchContext& context_;
    Storage& storage_;
    std::vector<FinishedShard> shards_;
    MergedPlan merged_;
    SourceList sources_; ///< of a virtual dataset
    std::optional<PlanText> planText_;
    BatchOutcome outcome_;
};
} // namespace

Result<BatchOutcome> mergeShards (const MergeOptions& options, const BatchContext& context)
{
    return guarded ([&] { return Merging (options, context).go (); });
}

} // namespace melstrom
