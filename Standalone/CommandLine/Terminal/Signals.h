// Ctrl-C, kill and a terminal that closes, turned into a flag that a run looks at.
#pragma once

#include <atomic>

namespace melstrom
{

/** SIGINT, SIGTERM and SIGHUP set the flag; another one, a second later or more, ends the process
    at once, with 130, 143 or 129. Where the parent process ignores SIGHUP, as nohup does, so does
    this one.
    SIGPIPE and SIGXFSZ are ignored: a closed pipe and a limit on file sizes are errors of the write. Call once, before threads start. */
void installSignalHandlers () noexcept;

/** Set by the first signal. Lives as long as the process. */
const std::atomic<bool>& stopFlag () noexcept;

/** The first signal that came, or 0. */
int stopSignal () noexcept;

} // namespace melstrom
