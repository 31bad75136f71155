#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Commands/BatchRun.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Commands/Restart.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/StandardInput.h"

#include <algorithm>
#include <mutex>
#include <ostream>

namespace melstrom
{

namespace
{

/** Shows a run on the terminal: progress and messages on stderr, summaries on `out`. */
class TerminalReporter final : public BatchReporter
{
public:
    TerminalReporter (const BatchRequest& request, Log& log, std::ostream& out)
        : request_ (request), log_ (log), out_ (out)
    {
    }

    /** Messages go above the progress. */
    void workBegan (const BatchCounters& counters, Backend& backend) override
    {
        progress_ = std::make_unique<Progress> (request_.progress, counters,
                                                Progress::standardError, &backend);
        log_.sendTo ([this] (std::string_view line) { progress_->printLine (line); });
    }

    void workEnded () override
    {
        log_.sendTo ({});
        progress_ = nullptr;
    }

    bool wantsDebug () const override { return log_.shows (LogLevel::debug); }

    void debug (const std::string& line) override
    {
        const std::scoped_lock lock (logMutex_);
        log_.debug (line);
    }

    void backendReady (Backend& backend) override
    {
        const std::scoped_lock lock (logMutex_);
        if (! isQuiet ())
            logNotice (backend, log_);
        if (log_.shows (LogLevel::debug))
            describe (backend);
    }

    void planned (const BatchOptions& options, const DryRunReport& report) override
    {
        showWarnings (log_, report.warnings, true);
        showFailures (log_, report.failures, true);
        out_ << (saysJson () ? dryRunJson (options, report) : dryRunText (options, report))
             << std::flush;
    }

    void built (const OutcomeReport& report) override
    {
        if (! isQuiet ())
            for (const auto& note : report.outcome.notes)
                log_.plain (LogLevel::info, note);
        showWarnings (log_, report.outcome.warnings, false);
        showFailures (log_, report.outcome.failures, false);
        if (! isQuiet ())
            out_ << (saysJson () ? report.json () : report.text ()) << std::flush;
        else if (report.profile) // asked for by name
            out_ << report.profile->text () << std::flush;
    }

    void verified (const std::string& folder, const VerifyReport& report) override
    {
        showFaults (log_, report.faults);
        if (! isQuiet ())
            out_ << (saysJson () ? verifyJson (folder, report)
                                 : (request_.builds () ? "\n" : "") + verifyText (folder, report))
                 << std::flush;
    }

    ExitCode failed (const Error& error) override
    {
        log_.error (error);
        return exitCodeOf (error, stopSignal ());
    }

    /** A lost device stays lost for its process, and so may all others. A fresh process continues
        from the journal, on the same kind of device; of several without the lost one. */
    ExitCode buildFailed (const Error& error, const Backend& backend) override
    {
        const bool canRestart = error.code == ErrorCode::deviceLost && stopSignal () == 0 &&
                                numRestarts () < kMostRestarts;
        if (canRestart)
        {
            log_.warning (error.message + "; continuing in a new process, " +
                          std::to_string (numRestarts () + 1) + " of " +
                          std::to_string (kMostRestarts));
            out_ << std::flush;
            restartProcess (lostOf (backend));
        }
        const ExitCode code = failed (error);
        const bool isGone =
            error.code == ErrorCode::deviceUnavailable || error.code == ErrorCode::otherPlan;
        return numRestarts () > 0 && isGone ? ExitCode::environment : code;
    }

private:
    void describe (const Backend& backend)
    {
        log_.debug (backend.deviceName () + ", works on " +
                    countText (backend.concurrency (), "piece") + " at a time");
        for (const DevicePart& part : backend.devices ())
            if (part.memoryNode)
                log_.debug (part.name + ": slabs on memory node " +
                            std::to_string (*part.memoryNode) +
                            (part.memoryRefusal.empty ()
                                 ? ""
                                 : " as far as the system allows: " + part.memoryRefusal));
    }

    /** Of several devices those that are lost, now or before. */
    std::vector<int> lostOf (const Backend& backend) const
    {
        if (! request_.backend.devices)
            return {};
        std::vector<int> lost = request_.backend.devices->lost;
        for (const DevicePart& part : backend.devices ())
            if (part.isLost && std::ranges::find (lost, part.index) == lost.end ())
                lost.push_back (part.index);
        return lost;
    }

    bool saysJson () const { return request_.progress == ProgressStyle::json; }
    bool isQuiet () const { return request_.progress == ProgressStyle::none; }

    const BatchRequest& request_;
    Log& log_;
    std::mutex logMutex_; ///< of log_ during work: slabs end on several threads
    std::ostream& out_;
    std::unique_ptr<Progress> progress_; ///< during work
};

} // namespace

ExitCode runBatchCommand (const BatchRequest& asked, Log& log, std::ostream& out)
{
    BatchRequest request = asked;
    if (request.backend.devices)
        request.backend.devices->lost = lostDevices ();
    InputOptions& inputs = request.options.inputs;
    TerminalReporter reporter (request, log, out);
    if (std::ranges::find (inputs.inputs, kStandardInputName) != inputs.inputs.end ())
    {
        auto list = readStandardInput (stopFlag ());
        if (! list)
            return reporter.failed (list.error ());
        inputs.standardInput = *std::move (list);
    }
    return runBatchRequest (request, stopFlag (), reporter);
}

} // namespace melstrom
