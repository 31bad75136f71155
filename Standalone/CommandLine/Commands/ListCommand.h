// melstrom --list: what there is to choose from.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** A table on `out`, or names, one a line. Thread: main. */
ExitCode runListCommand (const ListRequest& request, std::ostream& out);

} // namespace melstrom
