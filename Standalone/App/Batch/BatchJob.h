// One run of --batch at a time, on a thread of its own.
#pragma once

#include "Standalone/App/Batch/BatchEnd.h"
#include "Standalone/CommandLine/Commands/BatchRun.h"
#include "Standalone/CommandLine/Terminal/ProgressRates.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace melstrom
{

struct BatchSnapshot
{
    bool isRunning = false, isStopping = false;
    std::string device;                     ///< what computes, and why; empty: not known yet
    std::optional<ProgressSample> progress; ///< empty: nothing counts, as in a dry run
    ProgressRates rates;                    ///< of the whole work after its end
    std::shared_ptr<const BatchEnd> end;    ///< null while it runs, and before the first job
};

/** Runs what the command line runs for the same arguments. A lost device cannot be replaced in this
    process: the job ends with the error. Thread: one. */
class BatchJob
{
public:
    /** open: a test's own backends */
    explicit BatchJob (BackendOpener open = {});
    ~BatchJob (); ///< stops the job and waits for its end, which takes up to 5 s
    BatchJob (const BatchJob&) = delete;
    BatchJob& operator= (const BatchJob&) = delete;

    /** arguments: of --batch or --verify, without the program's name. Fails with the command line's
        own sentences (badUsage, badSpec), while a job runs (locked), without a thread
        (outOfMemory). */
    Result<void> start (const std::vector<std::string>& arguments);
    /** Asks the job to end. It keeps what it has committed. */
    void stop () noexcept;
    void wait (); ///< for the end of the job
    bool isRunning () const noexcept;
    /** Call regularly: rates are smoothed over the calls. */
    BatchSnapshot snapshot ();

private:
    class Reporter;
    void run (const BatchRequest& request) noexcept;

    const BackendOpener open_;
    std::atomic<bool> stop_ {false}, isRunning_ {false};
    std::unique_ptr<Reporter> reporter_; ///< of the last job
    RateSmoother smoother_;
    std::thread thread_;
};

} // namespace melstrom
