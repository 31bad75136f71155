#include "Standalone/CommandLine/BatchCommand.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Run/DatasetFolder.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/BatchReport.h"
#include "Standalone/CommandLine/ReadyBackend.h"
#include "Standalone/CommandLine/Restart.h"
#include "Standalone/CommandLine/Signals.h"
#include "Standalone/CommandLine/StandardInput.h"

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
constexpr std::size_t kMostFailuresShown = 20, kMostWarningsShown = 100;

/** Joins the run's parts for the time of one command. */
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
        auto traceFile = openTrace ();
        if (! traceFile)
            return fail (traceFile.error ());
        auto code = ExitCode::allIn;
        if (request_.isDryRun)
            code = dryRunOnly ();
        else if (request_.builds ())
            code = build ();
        if (request_.verifies && (code == ExitCode::allIn || code == ExitCode::someFailed))
            code = std::max (code, verify ());
        if (*traceFile)
            if (auto written = writeTrace (**traceFile); ! written)
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

    /** Opened first, so that a name that cannot be written ends the run before it starts. */
    Result<std::unique_ptr<WritableFile>> openTrace ()
    {
        if (! request_.traceFile)
            return std::unique_ptr<WritableFile> ();
        return posixStorage ().create (*request_.traceFile);
    }

    Result<void> writeTrace (WritableFile& file)
    {
        const auto json = trace_.toJson ();
        if (auto written = file.writeAt (json.data (), json.size (), 0); ! written)
            return written;
        return file.close ();
    }

    /** Says who computes as soon as that is known; nobody else logs meanwhile. */
    void announceBackend ()
    {
        if (! backend_->ready () || std::exchange (isAnnounced_, true))
            return; // that it is not there is reported by whoever needs it
        if (! isQuiet ())
            logNotice (*backend_, log_);
        if (log_.shows (LogLevel::debug))
            log_.debug (backend_->deviceName () + ", works on " +
                        std::to_string (backend_->concurrency ()) + " pieces at a time");
    }

    /** Says who computes while `work` runs; after it, where there is no thread to be had. */
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

    /** Runs `work` with progress on stderr, above which messages go. */
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

    void showWarnings (const std::vector<std::string>& warnings)
    {
        for (std::size_t i = 0; i < std::min (warnings.size (), kMostWarningsShown); ++i)
            log_.warning (warnings[i]);
        if (warnings.size () > kMostWarningsShown)
            log_.warning (
                "and " +
                groupedText (static_cast<std::int64_t> (warnings.size () - kMostWarningsShown)) +
                " more" + (request_.isDryRun ? "" : "; dataset.json lists them"));
    }

    void showFailures (const std::vector<std::pair<std::string, Error>>& failures)
    {
        for (std::size_t i = 0; i < std::min (failures.size (), kMostFailuresShown); ++i)
        {
            const auto& [path, error] = failures[i];
            const auto name = printable (path);
            log_.plain (LogLevel::error, (error.message.starts_with (name) ? "" : name + ": ") +
                                             error.message + " [" +
                                             std::string (codeName (error.code)) + "]");
        }
        if (failures.size () > kMostFailuresShown)
            log_.plain (LogLevel::error,
                        "and " +
                            groupedText (
                                static_cast<std::int64_t> (failures.size () - kMostFailuresShown)) +
                            " more" + (request_.isDryRun ? "" : "; errors.csv has all"));
    }

    /** A device that is lost stays lost for its process: a fresh one goes on from the journal, on the same kind. */
    ExitCode failOrRestart (const Error& error)
    {
        const bool canRestart = error.code == ErrorCode::deviceLost && stopSignal () == 0 &&
                                numRestarts () < kMostRestarts;
        if (canRestart)
        {
            log_.warning (error.message + "; going on in a fresh process, " +
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
        showWarnings (outcome->warnings);
        showFailures (outcome->failures);
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
        showWarnings (report->warnings);
        showFailures (report->failures);
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
                                        if (auto up = backend_->ready (); ! up)
                                            return up.error ();
                                        return verifyDataset (options, context);
                                    });
        if (! report)
            return fail (report.error ());
        for (std::size_t i = 0; i < std::min (report->faults.size (), kMostFailuresShown); ++i)
            log_.error (report->faults[i]);
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

/** `auto` goes on with the CPU where a run or a dataset in the output folder is the CPU's: no dataset mixes devices. */
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
