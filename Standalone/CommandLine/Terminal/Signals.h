// Turns SIGINT, SIGTERM and SIGHUP into a flag that runs check.
#pragma once

#include <atomic>

namespace melstrom
{

/** The first SIGINT, SIGTERM or SIGHUP sets the flag. A later signal ends the process at once, with
    130, 143 or 129, if it comes at least two seconds of the clock after the first. Does not handle
    SIGHUP if the parent process ignores it, as nohup does.
    Ignores SIGPIPE and SIGXFSZ: a closed pipe and a limit on file sizes are errors of the write.
    Call once, before threads start. */
void installSignalHandlers () noexcept;

/** Set by the first signal. Lives as long as the process. */
const std::atomic<bool>& stopFlag () noexcept;

/** The first signal, or 0. */
int stopSignal () noexcept;

} // namespace melstrom
