// Reports skipped tests with the same words everywhere.
#pragma once

#include <string>

namespace melstrom::testing
{

/** Call when the whole test cannot run here; the caller then returns. If the program succeeds, its
    last output is "SKIPPED: `why`", and ctest counts the test as skipped. If the program fails,
    that output is "NOT RUN: `why`": ctest would count a failed test as skipped, too. */
void skipTest (const std::string& why);

/** Call when a part of the test cannot run here; the rest of the test counts. Prints "SKIPPED IN
    PART: `why`" at once; scripts/test lists these lines. */
void skipPart (const std::string& why);

} // namespace melstrom::testing
