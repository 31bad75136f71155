// melstrom --picture: one file's feature as a PNG.
#pragma once

#include "Standalone/CommandLine/CommandLineOptions.h"
#include "Standalone/CommandLine/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Says on `out` what was drawn. Thread: main. */
ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
