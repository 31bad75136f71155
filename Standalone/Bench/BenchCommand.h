// melstrom --bench: checks, then times.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** A table on `out`, and JSON in a file if asked for; ExitCode::fault, and no times, where a preset
   does not agree with the check. Thread: main. */
ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
