// Ctrl-C and kill, turned into a flag that a run looks at.
#pragma once

#include <atomic>

namespace melstrom
{

/** SIGINT and SIGTERM set the flag; the second one ends the process at once, with 130 or 143.
    SIGPIPE is ignored: a closed pipe is an error of the write. Call once, before threads start. */
void installSignalHandlers () noexcept;

/** Set by the first signal. Lives as long as the process. */
const std::atomic<bool>& stopFlag () noexcept;

/** The first signal that came, or 0. */
int stopSignal () noexcept;

} // namespace melstrom
