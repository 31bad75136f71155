// The entry of every program with the command line: from main's arguments to its result.
#pragma once

namespace melstrom
{

/** argc, argv: main's. Installs signal handlers. An exception becomes a line on stderr and an exit
    code. Thread: main, before any other thread starts. */
int runProgramAsMain (int argc, char** argv) noexcept;

} // namespace melstrom
