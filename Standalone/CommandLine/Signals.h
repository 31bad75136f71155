// Ctrl-C and kill, turned into a flag that a run looks at.
#pragma once

#include <atomic>

namespace melstrom
{

/** SIGINT and SIGTERM set the flag; another one, a second later or more, ends the process at
    once, with 130 or 143.
    SIGPIPE and SIGXFSZ are ignored: a closed pipe and a limit on file sizes are errors of the write. Call once, before threads start. */
void installSignalHandlers () noexcept;

/** Set by the first signal. Lives as long as the process. */
const std::atomic<bool>& stopFlag () noexcept;

/** The first signal that came, or 0. */
int stopSignal () noexcept;

} // namespace melstrom
