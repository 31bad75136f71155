// melstrom --explain: lists the differences between two features by key and in dB.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Writes a report to `out`. Thread: main. */
ExitCode runExplainCommand (const ExplainRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
