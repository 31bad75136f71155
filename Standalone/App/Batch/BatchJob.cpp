#include "Standalone/App/Batch/BatchJob.h"

#include "Engine/Core/Guarded.h"

#include <chrono>
#include <mutex>
#include <system_error>

namespace melstrom
{

/** Collects what a run reports, for the thread that looks. */
class BatchJob::Reporter final : public BatchReporter
{
public:
    explicit Reporter (const BatchRequest& request)
    {
        end_.kind = request.isDryRun    ? BatchEndKind::plan
                    : request.builds () ? BatchEndKind::build
                                        : BatchEndKind::verification;
    }

    void workBegan (const BatchCounters& counters, Backend&) override
    {
        const std::scoped_lock lock (mutex_);
        counters_ = &counters;
        start_ = Clock::now ();
    }
    void workEnded () override
    {
        const std::scoped_lock lock (mutex_);
        last_ = sample ();
        counters_ = nullptr;
    }
    void backendReady (Backend& backend) override
    {
        auto text = backend.deviceName ();
        if (const auto notice = backend.notice (); ! notice.empty ())
            text += " (" + notice + ")";
        const std::scoped_lock lock (mutex_);
        device_ = std::move (text);
    }

    void planned (const BatchOptions& options, const DryRunReport& report) override
    {
        end_.report = dryRunText (options, report);
        end_.add (report);
    }
    void built (const OutcomeReport& report) override
    {
        end_.report = report.text ();
        end_.add (report.outcome);
    }
    void verified (const std::string& folder, const VerifyReport& report) override
    {
        end_.report += (end_.report.empty () ? "" : "\n") + verifyText (folder, report);
        end_.add (report);
    }
    ExitCode failed (const Error& error) override
    {
        end_.error = error;
        return exitCodeOf (error);
    }

    /** The last call of the job's thread. */
    void finish (ExitCode code)
    {
        end_.code = code;
        const std::scoped_lock lock (mutex_);
        published_ = std::make_shared<const BatchEnd> (std::move (end_));
    }

    /** Thread: any. Without isRunning, isStopping and rates. */
    BatchSnapshot snapshot ()
    {
        const std::scoped_lock lock (mutex_);
        BatchSnapshot shown;
        shown.device = device_;
        shown.progress = counters_ != nullptr ? sample () : last_;
        shown.end = published_;
        return shown;
    }

private:
    using Clock = std::chrono::steady_clock;

    std::optional<ProgressSample> sample () const
    {
        return sampleOf (*counters_,
                         std::chrono::duration<double> (Clock::now () - start_).count ());
    }

    BatchEnd end_;                            ///< of the job's thread
    std::mutex mutex_;                        ///< of all members below
    const BatchCounters* counters_ = nullptr; ///< while work runs
    Clock::time_point start_;
    std::optional<ProgressSample> last_;
    std::string device_;
    std::shared_ptr<const BatchEnd> published_;
};

BatchJob::BatchJob (BackendOpener open) : open_ (std::move (open)) {}

BatchJob::~BatchJob ()
{
    stop ();
    wait ();
}

Result<void> BatchJob::start (const std::vector<std::string>& arguments)
{
    if (isRunning ())
        return Error {ErrorCode::locked, "a run is not finished; stop it, or wait for its end", {}};
    MELSTROM_TRY_VALUE (auto commandLine, parseCommandLine (arguments, std::nullopt));
    auto* const request = std::get_if<BatchRequest> (&commandLine.request);
    if (request == nullptr)
        return Error {ErrorCode::badUsage, "only --batch and --verify run here", {}};
    wait ();
    stop_ = false;
    smoother_ = {};
    reporter_ = std::make_unique<Reporter> (*request);
    isRunning_ = true;
    try
    {
        thread_ = std::thread ([this, asked = std::move (*request)] { run (asked); });
    }
    catch (const std::system_error&)
    {
        isRunning_ = false;
        return Error {ErrorCode::outOfMemory, kNoThread, {}};
    }
    return {};
}

void BatchJob::run (const BatchRequest& request) noexcept
{
    const auto code = guarded ([&] () -> Result<ExitCode>
                               { return runBatchRequest (request, stop_, *reporter_, open_); });
    reporter_->finish (code ? *code : reporter_->failed (code.error ()));
    isRunning_ = false;
}

void BatchJob::stop () noexcept
{
    stop_ = true;
}

void BatchJob::wait ()
{
    if (thread_.joinable ())
        thread_.join ();
}

bool BatchJob::isRunning () const noexcept
{
    return isRunning_;
}

BatchSnapshot BatchJob::snapshot ()
{
    BatchSnapshot shown;
    const bool wasRunning = isRunning ();
    if (reporter_ != nullptr)
        shown = reporter_->snapshot ();
    shown.isRunning = wasRunning;
    shown.isStopping = wasRunning && stop_;
    if (wasRunning)
        shown.end = nullptr;
    if (! shown.progress)
        return shown;
    if (wasRunning)
        smoother_.add (*shown.progress);
    shown.rates = wasRunning ? smoother_.rates () : averageRates (*shown.progress);
    return shown;
}

} // namespace melstrom
