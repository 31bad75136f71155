// melstrom --doctor: what this machine has, and whether it computes right.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** A report on `out`; ExitCode::fault unless every preset agrees with the check. Thread: main. */
ExitCode runDoctorCommand (const DoctorRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
