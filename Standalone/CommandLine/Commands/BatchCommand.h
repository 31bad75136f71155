// melstrom --batch: builds a dataset, verifies one, or says what would be built.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Progress, warnings and failures go to stderr, the summary to `out`. The trace file is written
   however the run ends. Thread: main. */
ExitCode runBatchCommand (const BatchRequest& asked, Log& log, std::ostream& out);

} // namespace melstrom
