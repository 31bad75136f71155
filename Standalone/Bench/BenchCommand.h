// melstrom --bench: checks results, then times.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Writes tables to `out`, and a JSON file if requested. Returns ExitCode::fault, without times, if
    a preset does not agree with the check. Thread: main. */
ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
