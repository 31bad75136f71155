// What this machine cannot run is said in the same words everywhere.
#pragma once

#include <string>

namespace melstrom::testing
{

/** The whole test cannot run here; the caller returns. If the program ends well, its last output is "SKIPPED: `why`", for
    which ctest counts the test as skipped. If the program fails, that output is "NOT RUN: `why`": ctest would count a
    failed test as skipped, too. */
void skipTest (const std::string& why);

/** Some of a test cannot run here, the rest of the test counts. Prints "SKIPPED IN PART: `why`" at once; scripts/test
    lists these lines. */
void skipPart (const std::string& why);

} // namespace melstrom::testing
