// melstrom --doctor: reports the machine's devices and checks their results.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"

#include <iosfwd>

namespace melstrom
{

/** Writes a report to `out`. Returns ExitCode::fault unless every preset agrees with the check.
    Thread: main. */
ExitCode runDoctorCommand (const DoctorRequest& request, Log& log, std::ostream& out);

} // namespace melstrom
