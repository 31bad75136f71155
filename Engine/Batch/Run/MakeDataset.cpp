#include "Engine/Batch/Run/MakeDataset.h"

#include "Engine/Batch/Reading/ReadAhead.h"
#include "Engine/Batch/Run/DatasetSteps.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Normalising/NormaliseRows.h"
#include "Engine/Batch/Run/Pipeline/Pipeline.h"
#include "Engine/Batch/Telemetry/RunObserver.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/System/Hardware.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

namespace melstrom
{

namespace
{
constexpr int kMostMappingThreads = 4; ///< a file takes one write at a time

int numMappingThreads (int hostThreads) noexcept
{
    return std::clamp (hostThreads / 4, 1, kMostMappingThreads);
}

/** Bytes that may be read ahead: what --max-mem leaves beside the slabs, and little of the memory that
    the page cache can get. */
std::int64_t aheadBytes (const DatasetOrder& order)
{
    constexpr std::int64_t mostBytes = 256 << 20, leastBytes = 8 << 20;
    std::int64_t planBytes = 0;
    for (const PlannedFile& file : order.work.plan.files)
        planBytes += file.stat.bytes;
    if (! order.work.context.access.isReal || planBytes < leastBytes)
        return 0;
    const PipelineSize& size = order.size;
    const std::int64_t left = order.work.options.maxMemoryBytes -
                              size.numSlabs * (size.slab.inputBytes + size.slab.outputBytes);
    const std::int64_t bytes = std::min ({left, mostBytes, availableMemoryBytes () / 8});
    return bytes < leastBytes ? 0 : bytes;
}

Journal journalOf (const DatasetOrder& order)
{
    const BatchWork& work = order.work;
    if (order.journal != nullptr)
        return {work.context.storage, work.options.outputFolder, *order.journal};
    return {work.context.storage, work.options.outputFolder,
            JournalHeader {order.planDigest, order.createdAt}};
}

/** Notes at its end what the threads of a run did since its begin. times: null: nothing. */
class ExtractionNotes
{
public:
    ExtractionNotes (WorkTimes* times, const PipelineSize& size) : times_ (times), size_ (size)
    {
        if (times_ != nullptr)
            before_ = times_->totals ();
    }
    ~ExtractionNotes ()
    {
        if (times_ == nullptr)
            return;
        Extraction now {secondsSince (start_), size_.numReaders, size_.numWriters,
                        times_->totals ()};
        for (std::size_t i = 0; i < kNumWorks; ++i)
        {
            now.totals[i].nanoseconds -= before_[i].nanoseconds;
            now.totals[i].bytes -= before_[i].bytes;
            now.totals[i].calls -= before_[i].calls;
        }
        times_->noteExtraction (now);
    }
    ExtractionNotes (const ExtractionNotes&) = delete;
    ExtractionNotes& operator= (const ExtractionNotes&) = delete;

private:
    WorkTimes* const times_;
    const PipelineSize& size_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now ();
    WorkTotals before_ {};
};

class Making
{
public:
    Making (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome)
        : order_ (order), plan_ (order.work.plan), options_ (order.work.options),
          context_ (order.work.context), ledger_ (ledger), outcome_ (outcome),
          writer_ (context_.storage, options_, plan_, order.createdAt),
          journal_ (journalOf (order)), end_ (context_.stop)
    {
    }

    Result<void> make ()
    {
        const auto start = std::chrono::steady_clock::now ();
        std::vector<bool> isKept;
        if (order_.journal != nullptr)
            MELSTROM_TRY (takeUp (isKept));
        WorkList jobs (plan_, order_.size.slab, std::move (isKept));
        Committer committer (journal_, options_.commit,
                             {[this] { return syncParts (); },
                              [this] (Error error) { end_.abortWith (std::move (error)); }});
        auto pipeline = std::make_unique<Pipeline> (order_.work, order_.size, jobs,
                                                    RowSink {writer_, ledger_, committer}, end_);
        const auto extracted = extractAhead (*pipeline, jobs);
        committer.stop (); // no commit runs beside the seal
        outcome_.extractSeconds = secondsSince (start);
        const std::jthread cleaning ([&pipeline] { pipeline.reset (); }); // slabs take long to free
        if (! extracted)
            return leave (committer, extracted);
        auto sealed = options_.needsRawRows () ? normalise (committer) : Result<void> ();
        if (sealed)
            sealed = sealDataset (order_, {writer_, ledger_, committer}, outcome_);
        return sealed ? sealed : leave (committer, sealed);
    }

private:
    /** Goes on from the parts and the journal of an earlier run. */
    Result<void> takeUp (std::vector<bool>& isKept)
    {
        const TraceSpan span (context_.trace, "take up");
        MELSTROM_TRY (writer_.openParts ());
        MELSTROM_TRY_VALUE (auto found, keepRowsOnDisk (order_.work, order_.journal->entries,
                                                        writer_, ledger_, order_.size.slab));
        outcome_.numRowsKept = found.numRows;
        isKept = std::move (found.isKept);
        if (found.numChanged > 0)
            outcome_.notes.push_back (
                countText (found.numChanged, "input changed after the run began: its rows are",
                           "inputs changed after the run began: their rows are") +
                " made again");
        if (found.numDistrusted > 0)
            outcome_.notes.push_back (
                countText (found.numDistrusted, "row on the disk differs from the journal: it is",
                           "rows on the disk differ from the journal: they are") +
                " made again");
        return {};
    }

    /** Checks the lock before the parts are synced and the journal is written under its name. */
    Result<void> syncParts ()
    {
        const TraceSpan span (context_.trace, "sync");
        const WorkTimer timer (context_.counters.times, Work::sync);
        auto ours = checkLock (order_.lock, options_.outputFolder);
        return ours ? writer_.syncParts () : ours;
    }

    Result<void> extractAhead (Pipeline& pipeline, const WorkList& jobs)
    {
        ReadAhead ahead (
            plan_, context_.storage, makeCacheFill (), [&jobs] { return jobs.position (); },
            aheadBytes (order_));
        auto extracted = extract (pipeline);
        if (context_.debug && ahead.bytesFilled () > 0)
            context_.debug (countText (ahead.bytesFilled (), "byte") +
                            " of cold files read ahead by " + ahead.name ());
        return extracted;
    }

    Result<void> extract (Pipeline& pipeline)
    {
        Result<void> arrays, ran;
        const ExtractionNotes notes (context_.counters.times, order_.size);
        {
            std::jthread preparing ([&] { arrays = prepareArrays (pipeline); });
            RunObserver observer (context_.trace, context_.counters.times);
            context_.backend.observe (observer.ifNeeded ());
            ran = pipeline.prepare ();
            if (ran)
                ran = pipeline.run ();
            else
                end_.abortWith (ran.error ());
            noteDeviceMemory ();
            noteDevicesLeftOut ();
            context_.backend.observe (nullptr);
        }
        return ran ? arrays : ran;
    }

    Result<void> normalise (Committer& committer)
    {
        MELSTROM_TRY (committer.finish (Committer::Rest::whereJournalIs));
        context_.counters.phase = BatchPhase::sealing;
        MELSTROM_TRY_VALUE (auto report,
                            normaliseRows ({order_.work, writer_, ledger_, order_.planDigest,
                                            order_.createdAt, [this] { return syncParts (); }}));
        for (std::string& note : report.notes)
            outcome_.notes.push_back (std::move (note));
        for (std::string& warning : report.warnings)
            outcome_.warnings.push_back (std::move (warning));
        return {};
    }

    /** The plans still hold their memory. */
    void noteDeviceMemory ()
    {
        if (WorkTimes* const times = context_.counters.times)
            if (const auto use = context_.backend.use ())
                times->noteDeviceBytes (static_cast<std::int64_t> (use->memoryBytes));
    }

    void noteDevicesLeftOut ()
    {
        std::map<std::string, std::string> namesFor; // by reason
        for (const DevicePart& part : context_.backend.devices ())
            if (! part.leftOut.empty ())
            {
                std::string& names = namesFor[part.leftOut];
                names += (names.empty () ? "" : ", ") + part.name;
            }
        for (const auto& [reason, names] : namesFor)
            outcome_.notes.push_back (names +
                                      (names.find (',') == std::string::npos ? " was" : " were") +
                                      " left out: " + reason);
    }

    /** Reserves the arrays and fills those that follow from the plan, while the pipeline reads and
        computes. */
    Result<void> prepareArrays (Pipeline& pipeline)
    {
        context_.trace.nameThread ("arrays");
        const auto created = guarded (
            [&] () -> Result<void>
            {
                const TraceSpan span (context_.trace, "reserve");
                const WorkTimer timer (context_.counters.times, Work::write);
                return order_.journal != nullptr ? Result<void> () : writer_.createParts ();
            });
        if (! created)
            end_.abortWith (created.error ());
        pipeline.openWriting ();
        if (! created)
            return created;
        const TraceSpan span (context_.trace, "known arrays");
        const WorkTimer timer (context_.counters.times, Work::write);
        auto written = guarded (
            [&]
            {
                return writer_.writeKnownArrays ([this] { return end_.isAborted (); },
                                                 numMappingThreads (context_.numHostThreads ()));
            });
        if (! written)
            end_.abortWith (written.error ());
        return written;
    }

    /** Ends a run before its work is done: commits the rows that can be kept. After a failed sync
        no row can be kept, because the kernel has dropped pages that it counts as written. */
    Result<void> leave (Committer& committer, const Result<void>& reason)
    {
        if (! order_.lock.isInPlace ()) // files with these names there belong to another run
            return reason;
        (void)committer.finish (Committer::Rest::always); // the reason is the error to report
        if (! committer.hasLostWrites () && ! writer_.hasLostWrites ())
            return reason;
        Storage& storage = context_.storage;
        if (storage.remove (options_.outputFolder + "/" + kJournalName))
            (void)writer_.removeParts ();
        return reason;
    }

    const DatasetOrder& order_;
    const DatasetPlan& plan_;
    const BatchOptions& options_;
    const BatchContext& context_;
    FileLedger& ledger_;
    BatchOutcome& outcome_;
    DatasetWriter writer_;
    Journal journal_;
    RunEnd end_;
};
} // namespace

Result<void> makeDataset (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome)
{
    return Making (order, ledger, outcome).make ();
}

} // namespace melstrom
