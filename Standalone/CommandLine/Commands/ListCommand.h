// melstrom --list: lists presets, patches, chords, backends and colours.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Writes a table, or one name a line, to `out`. Thread: main. */
ExitCode runListCommand (const ListRequest& request, std::ostream& out);

} // namespace melstrom
