// melstrom --batch: builds a dataset, verifies a dataset, or reports what a run would build.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Progress, warnings and failures go to stderr, the summary to `out`. Writes the trace file also
    after a failed run. Thread: main. */
ExitCode runBatchCommand (const BatchRequest& asked, Log& log, std::ostream& out);

} // namespace melstrom
