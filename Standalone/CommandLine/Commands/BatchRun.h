// Runs a BatchRequest: the code behind --batch, without a terminal.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <atomic>
#include <functional>

namespace melstrom
{

/** Receives what a run reports. Arguments live until the call returns, unless marked. Thread: that
    of runBatchRequest, unless marked. */
class BatchReporter
{
public:
    virtual ~BatchReporter () = default;

    /** A build or a verification begins. Both arguments live, and the counters change, until
        workEnded. */
    virtual void workBegan (const BatchCounters& counters, Backend& backend) = 0;
    /** Follows each workBegan, also after an error or an exception. */
    virtual void workEnded () = 0;
    /** Called once, when the backend can compute, if it ever can. Thread: any, also beside the
        work, but never beside another call. */
    virtual void backendReady (Backend& backend) = 0;

    virtual void planned (const BatchOptions& options, const DryRunReport& report) = 0;
    virtual void built (const OutcomeReport& report) = 0;
    virtual void verified (const std::string& folder, const VerifyReport& report) = 0;

    /** True if `debug` shows anything. */
    virtual bool wantsDebug () const { return false; }
    /** A slab or a choice of the run. Thread: any, several at once. */
    virtual void debug (const std::string&) {}

    /** A step failed. Returns the exit code of the error. */
    virtual ExitCode failed (const Error& error) = 0;
    /** The build failed: `failed` for errors of this step alone. */
    virtual ExitCode buildFailed (const Error& error, const Backend& /*backend*/)
    {
        return failed (error);
    }
};

using BackendOpener = std::function<Result<std::unique_ptr<Backend>> (const BackendChoice& choice)>;

/** Opens the backend, then builds, verifies or plans. Writes the trace file also after a failed
    run. An input `-` needs options.inputs.standardInput.
    stop    ends the run within 5 s; the same request goes on with it later
    open    a test's own backends; empty: openBackend, and for `auto` the device that is predicted
            to end first
    Thread: any but audio; starts its own. */
ExitCode runBatchRequest (const BatchRequest& request, const std::atomic<bool>& stop,
                          BatchReporter& reporter, const BackendOpener& open = {});

} // namespace melstrom
