// melstrom --explain: how two features differ, key by key and in dB.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** A report on `out`. Thread: main. */
ExitCode runExplainCommand (const ExplainRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
