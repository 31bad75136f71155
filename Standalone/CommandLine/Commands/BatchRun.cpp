#include "Standalone/CommandLine/Commands/BatchRun.h"

#include "Engine/Backend/Choice/AutomaticBackend.h"
#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Run/DeviceForPlan.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Core/Guarded.h"
#include "Standalone/CommandLine/Commands/ResultFile.h"
#include "Standalone/CommandLine/Commands/RunCeilings.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;

/** The parts of a run, for the time of one request. */
class BatchRun
{
public:
    BatchRun (const BatchRequest& request, const std::atomic<bool>& stop, BatchReporter& reporter,
              std::unique_ptr<Backend> backend)
        : request_ (request), stop_ (stop), reporter_ (reporter), backend_ (std::move (backend)),
          trace_ (request.traceFile.has_value ()), context_ {storage_, *backend_, counters_, trace_,
                                                             stop_}
    {
        context_.access = {true, request.isCached ? defaultMeasuredFile () : std::nullopt};
        if (request.isProfiled)
            counters_.times = &times_;
        context_.debug = debug ();
    }

    ExitCode run ()
    {
        ResultFile traceFile (request_.traceFile);
        if (const auto checked = traceFile.check (); ! checked)
            return reporter_.failed (checked.error ());
        auto code = ExitCode::allIn;
        if (request_.isDryRun)
            code = dryRunOnly ();
        else if (request_.builds ())
            code = build ();
        if (request_.verifies && (code == ExitCode::allIn || code == ExitCode::someFailed))
            code = std::max (code, verify ());
        if (auto written = traceFile.write ([this] { return trace_.toJson (); }); ! written)
        {
            const auto codeOfTrace = reporter_.failed (written.error ());
            return code == ExitCode::allIn ? codeOfTrace : code;
        }
        return code;
    }

private:
    std::function<void (const std::string&)> debug () const
    {
        if (! reporter_.wantsDebug ())
            return {};
        return [this] (const std::string& line) { reporter_.debug (line); };
    }

    /** Waits for the backend and announces it. No other call of the reporter runs meanwhile. */
    void announceBackend ()
    {
        if (backend_->ready () && ! std::exchange (isAnnounced_, true))
            reporter_.backendReady (*backend_); // `work` reports a missing backend
    }

    /** Runs `work` and announces the backend on a second thread; without a thread announces it
        after `work`. */
    template <typename Work>
    auto announcingBackend (const Work& work)
    {
        const auto announce = [this] () -> Result<void>
        {
            announceBackend ();
            return {};
        };
        std::jthread announcing;
        try
        {
            announcing = std::jthread ([&announce] { (void)guarded (announce); });
        }
        catch (const std::system_error&)
        {
            auto result = work ();
            announceBackend ();
            return result;
        }
        return work ();
    }

    /** Runs `work` between workBegan and workEnded. */
    template <typename Work>
    auto withProgress (BatchCounters& counters, const Work& work)
    {
        struct Ending
        {
            ~Ending () { reporter.workEnded (); }
            BatchReporter& reporter;
        };
        reporter_.workBegan (counters, *backend_);
        const Ending ending {reporter_};
        auto result = announcingBackend (work);
        if (result)
            counters.phase = BatchPhase::done;
        return result;
    }

    ExitCode build ()
    {
        const auto start = Clock::now ();
        auto outcome = withProgress (counters_, [this] { return runAndDecide (); });
        if (! outcome)
            return reporter_.buildFailed (outcome.error (), *backend_);
        const double seconds = std::chrono::duration<double> (Clock::now () - start).count ();
        const auto summary = readDatasetSummary (posixStorage (), request_.options.outputFolder);
        if (outcome->alreadyComplete && summary)
        {
            outcome->numFailed = summary->numFailed;
            outcome->lengths = summary->lengths;
        }
        const auto found = summary.value_or (DatasetSummary {});
        reporter_.built ({request_.options, *outcome, found.arrays, seconds,
                          profileOfBuild (*outcome, seconds), found.device, choiceText (found),
                          namesOfSeveral ()});
        return exitCodeOf (*outcome, request_.options);
    }

    std::optional<ProfileReport> profileOfBuild (const BatchOutcome& outcome, double seconds)
    {
        if (! request_.isProfiled)
            return std::nullopt;
        auto profile = profileOf (times_, seconds);
        // of all arrays, also of those that follow from the plan
        profile.totals[static_cast<std::size_t> (Work::write)].bytes = outcome.bytesWritten;
        if (! (times_.extraction ().seconds > 0)) // a device may still be undecided
            return profile;
        profile.busy = busySharesOf (times_, backend_->devices (), backend_->concurrency ());
        profile.extraction = times_.extraction ();
        profile.ceilings = measureCeilings (
            {storage_, request_.options.outputFolder, *backend_, times_.extraction (),
             outcome.numRows - outcome.numRowsKept + times_.statisticsRows (),
             context_.access.measuredFile, stop_});
        return profile;
    }

    /** Nobody waits for a device after this: a run that ends early may leave it undecided. */
    Result<BatchOutcome> runAndDecide ()
    {
        auto outcome = runBatch (request_.options, context_);
        auto* const automatic = dynamic_cast<AutomaticBackend*> (backend_.get ());
        if (automatic == nullptr || automatic->isDecided ())
            return outcome;
        if (outcome && request_.verifies)
            (void)automatic->take (BackendChoice::Kind::gpu); // verifyDataset reports its error
        else
            automatic->abandon ();
        return outcome;
    }

    /** Names of devices that shared the work. */
    std::vector<std::string> namesOfSeveral () const
    {
        std::vector<std::string> names;
        if (request_.backend.devices)
            for (const DevicePart& part : backend_->devices ())
                if (part.leftOut.empty ())
                    names.push_back (part.name);
        return names;
    }

    /** As recorded; else why the CPU computed: the machine leaves no choice, or the plan of an older
        version has no reason. */
    std::string choiceText (const DatasetSummary& summary) const
    {
        const auto* const automatic = dynamic_cast<const AutomaticBackend*> (backend_.get ());
        if (summary.deviceChoice.empty () && automatic != nullptr && automatic->isDecided () &&
            ! automatic->notice ().empty ())
            return automatic->choice ();
        const bool isAlone = summary.deviceChoice.empty () && backend_->name () == "cpu" &&
                             request_.backend.kind == BackendChoice::Kind::automatic &&
                             ! hasGpuModule ();
        return isAlone ? "CPU: no GPU module is installed" : summary.deviceChoice;
    }

    ExitCode dryRunOnly ()
    {
        if (isDeviceKnown (*backend_))
            if (auto up = backend_->ready (); ! up)
                return reporter_.failed (up.error ());
        auto report = dryRun (request_.options, context_);
        if (! report)
            return reporter_.failed (report.error ());
        announceBackend ();
        reporter_.planned (request_.options, *report);
        return report->numFailed > 0 ? ExitCode::someFailed : ExitCode::allIn;
    }

    ExitCode verify ()
    {
        VerifyOptions options;
        options.folder = request_.options.outputFolder;
        options.subset = request_.subset;
        BatchCounters counters;
        const BatchContext context {storage_, *backend_, counters, trace_, stop_};
        auto report = withProgress (counters,
                                    [&] () -> Result<VerifyReport>
                                    {
                                        MELSTROM_TRY (backend_->ready ());
                                        return verifyDataset (options, context);
                                    });
        if (! report)
            return reporter_.failed (report.error ());
        reporter_.verified (options.folder, *report);
        return report->faults.empty () ? ExitCode::allIn : ExitCode::verificationFailed;
    }

    const BatchRequest& request_;
    const std::atomic<bool>& stop_;
    BatchReporter& reporter_;
    std::unique_ptr<Backend> backend_;
    OutputStorage output_ {
        posixStorage (),
        {request_.outputWay, request_.isCached ? defaultMeasuredFile () : std::nullopt, debug ()},
        stop_};
    TarStorage storage_ {output_};
    BatchCounters counters_;
    WorkTimes times_; ///< of the build
    Trace trace_;
    BatchContext context_;
    bool isAnnounced_ = false;
};

/** True if the work decides between the devices. Shards must agree in their kind of device, and a
    variant names a GPU: both take a GPU if there is one. */
bool isByWork (const BatchRequest& request, const BackendChoice& choice)
{
    return choice.kind == BackendChoice::Kind::automatic && request.builds () &&
           ! request.options.shard && choice.variants.empty () && hasGpuModule ();
}

Result<std::unique_ptr<Backend>> openByWork (const BatchRequest& request,
                                             const BackendChoice& choice)
{
    const auto opening = [choice] (BackendChoice::Kind kind)
    {
        BackendChoice named = choice;
        named.kind = kind;
        return [named] { return openBackend (named); };
    };
    AutomaticDevices devices {opening (BackendChoice::Kind::cpu),
                              opening (BackendChoice::Kind::gpu), gpuName (choice.deviceIndex),
                              request.isCached ? defaultMeasuredFile () : std::nullopt,
                              [] { return presentGpus (); }};
    return std::unique_ptr<Backend> (std::make_unique<AutomaticBackend> (std::move (devices)));
}

/** `auto` takes the CPU if the run or dataset in the output folder is the CPU's: a dataset has one
    kind of device, and only that kind can verify its rows. Nor does a GPU start where nothing is to
    be verified. */
BackendChoice choiceFor (const BatchRequest& request)
{
    BackendChoice choice = request.backend;
    if (choice.kind != BackendChoice::Kind::automatic || request.options.overwrite)
        return choice;
    const auto recorded = recordedBackend (posixStorage (), request.options.outputFolder);
    if (recorded == "cpu" || (recorded.empty () && ! request.builds ()))
        choice.kind = BackendChoice::Kind::cpu;
    return choice;
}

} // namespace

ExitCode runBatchRequest (const BatchRequest& request, const std::atomic<bool>& stop,
                          BatchReporter& reporter, const BackendOpener& open)
{
    const BackendChoice choice = choiceFor (request);
    auto backend = open                         ? open (choice)
                   : isByWork (request, choice) ? openByWork (request, choice)
                                                : openBackend (choice);
    if (! backend)
        return reporter.failed (backend.error ());
    return BatchRun (request, stop, reporter, std::move (*backend)).run ();
}

} // namespace melstrom
