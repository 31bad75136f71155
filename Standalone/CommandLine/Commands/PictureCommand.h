// melstrom --picture: draws the features of one file as a PNG.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Reports the drawn features on `out`. Thread: main. */
ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
