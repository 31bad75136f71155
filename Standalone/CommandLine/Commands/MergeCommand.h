// melstrom --merge: joins the shards of a dataset.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Progress and errors go to stderr, the summary to `out`. Thread: main. */
ExitCode runMergeCommand (const MergeRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
