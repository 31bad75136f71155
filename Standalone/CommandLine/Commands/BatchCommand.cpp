#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Core/Guarded.h"
#include "Standalone/CommandLine/Commands/Restart.h"
#include "Standalone/CommandLine/Commands/TraceFile.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/StandardInput.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>
#include <utility>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;

/** The parts of a run, for the time of one command. */
class BatchCommand
{
public:
    BatchCommand (const BatchRequest& request, Log& log, std::ostream& out,
                  std::unique_ptr<Backend> backend)
        : request_ (request), log_ (log), out_ (out), backend_ (std::move (backend)),
          trace_ (request.traceFile.has_value ()), context_ {storage_, *backend_, counters_, trace_,
                                                             stopFlag ()}
    {
    }

    ExitCode run ()
    {
        auto traceFile = TraceFile::open (request_.traceFile);
        if (! traceFile)
            return fail (traceFile.error ());
        auto code = ExitCode::allIn;
        if (request_.isDryRun)
            code = dryRunOnly ();
        else if (request_.builds ())
            code = build ();
        if (request_.verifies && (code == ExitCode::allIn || code == ExitCode::someFailed))
            code = std::max (code, verify ());
        if (auto written = traceFile->write (trace_); ! written)
            return code == ExitCode::allIn ? fail (written.error ())
                                           : (fail (written.error ()), code);
        return code;
    }

private:
    bool saysJson () const { return request_.progress == ProgressStyle::json; }
    bool isQuiet () const { return request_.progress == ProgressStyle::none; }

    ExitCode fail (const Error& error)
    {
        log_.error (error);
        return exitCodeOf (error, stopSignal ());
    }

    /** Waits for the backend and logs its notice. No other thread logs meanwhile. */
    void announceBackend ()
    {
        if (! backend_->ready () || std::exchange (isAnnounced_, true))
            return; // `work` reports a missing backend
        if (! isQuiet ())
            logNotice (*backend_, log_);
        if (log_.shows (LogLevel::debug))
            log_.debug (backend_->deviceName () + ", works on " +
                        std::to_string (backend_->concurrency ()) + " pieces at a time");
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

    /** Runs `work` with progress on stderr. Messages go above the progress. */
    template <typename Work>
    auto withProgress (BatchCounters& counters, const Work& work)
    {
        Progress progress (request_.progress, counters, Progress::standardError, backend_.get ());
        log_.sendTo ([&progress] (std::string_view line) { progress.printLine (line); });
        auto result = announcingBackend (work);
        log_.sendTo ({});
        if (result)
            counters.phase = BatchPhase::done;
        return result;
    }

    /** A lost device stays lost for its process. A fresh process continues from the journal, on the
        same kind of device. */
    ExitCode failOrRestart (const Error& error)
    {
        const bool canRestart = error.code == ErrorCode::deviceLost && stopSignal () == 0 &&
                                numRestarts () < kMostRestarts;
        if (canRestart)
        {
            log_.warning (error.message + "; continuing in a new process, " +
                          std::to_string (numRestarts () + 1) + " of " +
                          std::to_string (kMostRestarts));
            out_ << std::flush;
            restartProcess ();
        }
        const ExitCode code = fail (error);
        const bool isGone =
            error.code == ErrorCode::deviceUnavailable || error.code == ErrorCode::otherPlan;
        return numRestarts () > 0 && isGone ? ExitCode::environment : code;
    }

    ExitCode build ()
    {
        const auto start = Clock::now ();
        auto outcome =
            withProgress (counters_, [this] { return runBatch (request_.options, context_); });
        if (! outcome)
            return failOrRestart (outcome.error ());
        const double seconds = std::chrono::duration<double> (Clock::now () - start).count ();
        const auto summary = readDatasetSummary (posixStorage (), request_.options.outputFolder);
        if (outcome->alreadyComplete && summary)
            outcome->numFailed = summary->numFailed;
        if (! isQuiet ())
            for (const auto& note : outcome->notes)
                log_.plain (LogLevel::info, note);
        showWarnings (log_, outcome->warnings, false);
        showFailures (log_, outcome->failures, false);
        const OutcomeReport report {request_.options, *outcome,
                                    summary ? summary->arrays : std::vector<ArraySummary> {},
                                    seconds};
        if (! isQuiet ())
            out_ << (saysJson () ? report.json () : report.text ()) << std::flush;
        return exitCodeOf (*outcome, request_.options);
    }

    ExitCode dryRunOnly ()
    {
        if (auto up = backend_->ready (); ! up)
            return fail (up.error ());
        announceBackend ();
        auto report = dryRun (request_.options, context_);
        if (! report)
            return fail (report.error ());
        showWarnings (log_, report->warnings, true);
        showFailures (log_, report->failures, true);
        out_ << (saysJson () ? dryRunJson (request_.options, *report)
                             : dryRunText (request_.options, *report))
             << std::flush;
        return report->numFailed > 0 ? ExitCode::someFailed : ExitCode::allIn;
    }

    ExitCode verify ()
    {
        const auto& folder = request_.options.outputFolder;
        VerifyOptions options;
        options.folder = folder;
        options.subset = request_.subset;
        BatchCounters counters;
        const BatchContext context {storage_, *backend_, counters, trace_, stopFlag ()};
        auto report = withProgress (counters,
                                    [&] () -> Result<VerifyReport>
                                    {
                                        MELSTROM_TRY (backend_->ready ());
                                        return verifyDataset (options, context);
                                    });
        if (! report)
            return fail (report.error ());
        showFaults (log_, report->faults);
        if (! isQuiet ())
            out_ << (saysJson () ? verifyJson (folder, *report)
                                 : (request_.builds () ? "\n" : "") + verifyText (folder, *report))
                 << std::flush;
        return report->faults.empty () ? ExitCode::allIn : ExitCode::verificationFailed;
    }

    const BatchRequest& request_;
    Log& log_;
    std::ostream& out_;
    std::unique_ptr<Backend> backend_;
    TarStorage storage_ {posixStorage ()};
    BatchCounters counters_;
    Trace trace_;
    BatchContext context_;
    bool isAnnounced_ = false;
};

/** `auto` takes the CPU if the run or dataset in the output folder is the CPU's: a dataset has one
    kind of device. */
BackendChoice choiceFor (const BatchRequest& request)
{
    BackendChoice choice = request.backend;
    if (choice.kind == BackendChoice::Kind::automatic && request.builds () &&
        ! request.options.overwrite &&
        recordedBackend (posixStorage (), request.options.outputFolder) == "cpu")
        choice.kind = BackendChoice::Kind::cpu;
    return choice;
}

} // namespace

ExitCode runBatchCommand (const BatchRequest& asked, Log& log, std::ostream& out)
{
    BatchRequest request = asked;
    InputOptions& inputs = request.options.inputs;
    if (std::ranges::find (inputs.inputs, kStandardInputName) != inputs.inputs.end ())
    {
        auto list = readStandardInput (stopFlag ());
        if (! list)
        {
            log.error (list.error ());
            return exitCodeOf (list.error (), stopSignal ());
        }
        inputs.standardInput = *std::move (list);
    }
    auto backend = openBackend (choiceFor (request));
    if (! backend)
    {
        log.error (backend.error ());
        return exitCodeOf (backend.error ());
    }
    return BatchCommand (request, log, out, std::move (*backend)).run ();
}

} // namespace melstrom
