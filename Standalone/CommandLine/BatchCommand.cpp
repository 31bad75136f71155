#include "Standalone/CommandLine/BatchCommand.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/BatchReport.h"
#include "Standalone/CommandLine/ReadyBackend.h"
#include "Standalone/CommandLine/Signals.h"

#include <chrono>
#include <ostream>
#include <thread>
#include <utility>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostFailuresShown = 20;

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

    /** Runs `work` with progress on stderr, above which messages go. */
    template <typename Work>
    auto withProgress (BatchCounters& counters, const Work& work)
    {
        Progress progress (request_.progress, counters, Progress::standardError, backend_.get ());
        log_.sendTo ([&progress] (std::string_view line) { progress.printLine (line); });
        std::jthread announcing ([this] { announceBackend (); });
        auto result = work ();
        announcing.join ();
        log_.sendTo ({});
        if (result)
            counters.phase = BatchPhase::done;
        return result;
    }

    void showWarnings (const std::vector<std::string>& warnings)
    {
        if (! isQuiet ())
            for (const auto& warning : warnings)
                log_.warning (warning);
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

    ExitCode build ()
    {
        const auto start = Clock::now ();
        auto outcome =
            withProgress (counters_, [this] { return runBatch (request_.options, context_); });
        if (! outcome)
            return fail (outcome.error ());
        const double seconds = std::chrono::duration<double> (Clock::now () - start).count ();
        const auto summary = readDatasetSummary (posixStorage (), request_.options.outputFolder);
        if (outcome->alreadyComplete && summary)
            outcome->numFailed = summary->numFailed;
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

} // namespace

ExitCode runBatchCommand (const BatchRequest& request, Log& log, std::ostream& out)
{
    auto backend = openBackend (request.backend);
    if (! backend)
    {
        log.error (backend.error ());
        return exitCodeOf (backend.error ());
    }
    return BatchCommand (request, log, out, std::move (*backend)).run ();
}

} // namespace melstrom
