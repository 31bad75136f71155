// melstrom --picture: one file's feature as a PNG.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Says on `out` what was drawn. Thread: main. */
ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
