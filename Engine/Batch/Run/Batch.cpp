#include "Engine/Batch/Run/Batch.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Dataset/PlanText.h"
#include "Engine/Batch/Files/RepeatedReads.h"
#include "Engine/Batch/Reading/ReaderRates.h"
#include "Engine/Batch/Run/ComputationChoice.h"
#include "Engine/Batch/Run/DeviceForPlan.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/FolderClaim.h"
#include "Engine/Batch/Run/Folder/RunIdentity.h"
#include "Engine/Batch/Run/Folder/UnchangedDataset.h"
#include "Engine/Batch/Run/MakeDataset.h"
#include "Engine/Batch/Run/ShardRun.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Spec/Mel/MelSpecFields.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

constexpr int kMostListingThreads = 16; ///< every open takes the folder's lock
constexpr int kMostMeasuredReaders = 256;

int numListingThreads (int hostThreads) noexcept
{
    return std::clamp (hostThreads, 2, kMostListingThreads);
}

class Run
{
public:
    Run (const BatchOptions& options, const BatchContext& context)
        : options_ (options), context_ (context)
    {
    }

    Result<BatchOutcome> go ()
    {
        context_.trace.nameThread ("main");
        MELSTROM_TRY_VALUE (auto list, listed ());
        listingHash_ = hashOf (list);
        MELSTROM_TRY_VALUE (auto unchanged, isUnchanged (list));
        if (unchanged)
            return std::move (outcome_);
        ComputationChoice choice (options_, context_);
        if (isDeviceKnown (context_.backend))
            choice.begin (); // the device comes up during the steps below
        MELSTROM_TRY (plan (std::move (list)));
        MELSTROM_TRY (checkMoments (options_, plan_));
        std::optional<ShardRun> shard;
        if (options_.shard)
            plan_ = shard.emplace (std::move (plan_), options_, context_.numHostThreads ()).part ();
        FileLedger ledger (plan_, options_.preset.spec.storedType);
        describe (ledger);
        MELSTROM_TRY (checkErrorLimit (options_, plan_, ledger.numFailed ()));
        if (! isDeviceKnown (context_.backend))
        {
            MELSTROM_TRY (chooseDevice (plan_, options_, context_));
            choice.begin ();
        }
        MELSTROM_TRY (choose (choice));
        deviceChoice_ = choice.deviceChoice ();
        const std::string surplus = leaveOutSurplus (plan_, options_, context_);
        if (shard)
            listingHash_ =
                shard->describe (deviceKindOf (context_.backend), plan_.computation, listingHash_);
        MELSTROM_TRY (make (ledger, shard ? &*shard : nullptr));
        if (! surplus.empty ())
            outcome_.notes.push_back (surplus);
        noteRepeatedReads ();
        context_.counters.phase = BatchPhase::done;
        return std::move (outcome_);
    }

private:
    void noteRepeatedReads ()
    {
        if (const auto count = RepeatedReads::count () - readsRepeatedBefore_; count > 0)
            outcome_.warnings.push_back (countText (count, "read was", "reads were") +
                                         " repeated after an error of the disk or the network");
    }

    /** True if the folder holds a finished, whole dataset of the same inputs. Reads no header. */
    Result<bool> isUnchanged (const InputList& list)
    {
        if (options_.overwrite || ! context_.storage.info (options_.outputFolder + "/dataset.json"))
            return false;
        MELSTROM_TRY_VALUE (const auto kind, kindForComparison ());
        const auto settings = settingsJson (options_, kind);
        MELSTROM_TRY_VALUE (const auto found,
                            findUnchanged (options_, context_,
                                           {hashText (jsonText (settings)), listingHash_}, list));
        if (! found)
            return false;
        outcome_.alreadyComplete = true;
        outcome_.numFiles = found->numFiles;
        outcome_.numRows = found->numRows;
        outcome_.audioSeconds = found->audioSeconds;
        outcome_.warnings = found->warnings;
        context_.counters.phase = BatchPhase::done;
        return true;
    }

    Result<void> make (FileLedger& ledger, const ShardRun* shard)
    {
        BatchOptions sized = options_;
        sized.numReaders = numReaders ();
        MELSTROM_TRY_VALUE (
            auto size, sizePipeline (plan_, sized, context_.backend, context_.numHostThreads ()));
        MELSTROM_TRY (context_.storage.makeFolders (options_.outputFolder));
        MELSTROM_TRY_VALUE (auto lock, context_.storage.lockFolder (options_.outputFolder));
        const auto settings = settingsJson (options_, deviceKindOf (context_.backend));
        const PlanText text (plan_, options_, settings, context_.numHostThreads (),
                             shard ? shard->planDigest () : "", deviceChoice_);
        const ClaimRequest request {settings, text, creationTime ()};
        const BatchWork work {plan_, options_, context_};
        MELSTROM_TRY_VALUE (auto claim, claimWith (work, request));
        outcome_.notes = claim.notes;
        if (claim.kind == FolderClaim::Kind::complete)
        {
            outcome_.alreadyComplete = true;
            outcome_.numFailed = ledger.numFailed ();
            for (const PlannedFile& file : plan_.files)
                if (file.error)
                    outcome_.failures.emplace_back (file.path, *file.error);
            return recordInputs (context_.storage, options_.outputFolder, plan_, listingHash_);
        }
        if (context_.debug)
            context_.debug (describe (size));
        DatasetOrder order {work,
                            *lock,
                            size,
                            text.digest (),
                            hashText (jsonText (settings)),
                            request.createdAt,
                            listingHash_,
                            nullptr,
                            shard ? &shard->record () : nullptr,
                            deviceChoice_};
        if (claim.journal)
        {
            order.journal = &*claim.journal;
            order.createdAt = claim.journal->header.createdAt;
        }
        return makeDataset (order, ledger, outcome_);
    }

    /** As asked for, else as measured; empty: by the number of threads. */
    std::optional<int> numReaders ()
    {
        if (options_.numReaders || ! context_.access.isReal)
            return options_.numReaders;
        const TraceSpan span (context_.trace, "number of readers");
        const auto cache = makeDirectFill ();
        const int once = numListingThreads (context_.numHostThreads ());
        const auto rates = readerRates (
            plan_, {context_.storage, *cache, once, context_.access.measuredFile, context_.stop});
        if (context_.debug && ! context_.stop)
            context_.debug (
                rates ? describe (*rates, once)
                      : "readers not measured: the plan has fewer than 2,048 small files, "
                        "or one cannot be read");
        if (! rates)
            return std::nullopt;
        return std::min (once * rates->bestMultiple (), kMostMeasuredReaders);
    }

    Result<FolderClaim> claimWith (const BatchWork& work, const ClaimRequest& request)
    {
        const TraceSpan span (context_.trace, "claim");
        return claimFolder (work, request);
    }

    Result<InputList> listed ()
    {
        const TraceSpan span (context_.trace, "list");
        const WorkTimer timer (context_.counters.times, Work::list);
        return listInputs (context_.storage, options_, context_.counters);
    }

    Result<void> plan (InputList list)
    {
        const auto start = Clock::now ();
        const TraceSpan span (context_.trace, "plan");
        MELSTROM_TRY_VALUE (plan_, planDataset (context_.storage, options_, std::move (list),
                                                options_.numReaders.value_or (
                                                    numListingThreads (context_.numHostThreads ())),
                                                {context_.counters, context_.stop}));
        auto shaped = giveShape (plan_, computedSpec (options_.preset.spec));
        outcome_.planSeconds = secondsSince (start);
        return shaped;
    }

    /** Waits for the device. */
    Result<void> choose (ComputationChoice& choice)
    {
        const TraceSpan span (context_.trace, "device");
        MELSTROM_TRY_VALUE (plan_.computation, choice.finish (plan_.geometries));
        return {};
    }

    /** The kind of device that a finished dataset must have. `auto` takes any kind, so no device is
        opened for it. */
    Result<std::string> kindForComparison ()
    {
        if (! isDeviceKnown (context_.backend))
            return recordedDeviceKind (context_.storage, options_.outputFolder);
        const TraceSpan span (context_.trace, "device");
        MELSTROM_TRY (context_.backend.ready ());
        return deviceKindOf (context_.backend);
    }

    static std::string describe (const ReaderRates& rates, int once)
    {
        std::string text = "readers measured:";
        for (std::size_t i = 0; i < rates.filesPerSecond.size (); ++i)
            text += (i == 0 ? " " : ", ") + fixedText (rates.filesPerSecond[i], 0) +
                    " files/s with " + countText (once << i, "thread");
        return text;
    }

    /** The choices of a run, for people. */
    std::string describe (const PipelineSize& size) const
    {
        const MelSpec& spec = options_.preset.spec;
        std::string device = context_.backend.deviceName ();
        for (const auto& [rateHz, variant] : plan_.computation.variants)
            device += ", variant " + variant + " at " + std::to_string (rateHz) + " Hz";
        return device + "; " + countText (size.numSlabs, "slab") + " of " +
               std::to_string (size.slab.inputBytes) + " bytes in and " +
               std::to_string (size.slab.outputBytes) + " bytes out; " +
               countText (size.numReaders, "reader") + ", " +
               countText (size.numWriters, "writer") + "; resampler " +
               (spec.rateHz ? findSpecKey ("resampler")->write (spec) : "none") + ", loader " +
               findSpecKey ("loader")->write (spec);
    }

    void describe (const FileLedger& ledger)
    {
        outcome_.numFiles = static_cast<std::int64_t> (plan_.files.size ());
        outcome_.audioSeconds = plan_.totalSeconds;
        outcome_.skipped = plan_.skipped;
        outcome_.lengths = plan_.lengths;
        outcome_.warnings = plan_.warnings;
        outcome_.numRows = plan_.numRows[0] + plan_.numRows[1] + plan_.numRows[2];
        BatchCounters& counters = context_.counters;
        counters.rowsTotal = outcome_.numRows;
        counters.audioMicrosecondsTotal = static_cast<std::int64_t> (plan_.totalSeconds * 1e6);
        counters.filesFailed = ledger.numFailed ();
        counters.filesDone = ledger.numFailed ();
    }

    const BatchOptions& options_;
    const BatchContext& context_;
    DatasetPlan plan_;
    std::uint64_t listingHash_ = 0;
    std::string deviceChoice_;                                         ///< as in DatasetNames
    const std::int64_t readsRepeatedBefore_ = RepeatedReads::count (); ///< by earlier runs
    BatchOutcome outcome_;
};
} // namespace

Result<BatchOutcome> runBatch (const BatchOptions& options, const BatchContext& context)
{
    MELSTROM_TRY (options.validate ());
    return guarded ([&] { return Run (options, context).go (); });
}

} // namespace melstrom
