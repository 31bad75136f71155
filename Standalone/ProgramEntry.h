// From main's arguments to its result: the same in every program that knows the command line.
#pragma once

namespace melstrom
{

/** argc, argv: main's. Installs signal handlers; what is thrown becomes a line on stderr and an exit code.
    Thread: main, before any other is started. */
int runProgramAsMain (int argc, char** argv) noexcept;

} // namespace melstrom
