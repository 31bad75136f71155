// Where the files lie that tests read.
#pragma once

#include <cstdlib>
#include <string>

namespace melstrom::testing
{

/** Tests/ of a source tree, with docs/ and Presets/ beside it: the one that the tests were built
    from, or where MELSTROM_TEST_DATA of the environment points, as in a package. */
inline std::string testDataFolder ()
{
    const char* fromOutside = std::getenv ("MELSTROM_TEST_DATA");
    return fromOutside != nullptr ? fromOutside : MELSTROM_TEST_DATA;
}

/** A file of the build that the tests open: the one that they were built with, or what `variable` of
    the environment names, as in a package. */
inline std::string builtFile (const char* variable, const char* built)
{
    const char* fromOutside = std::getenv (variable);
    return fromOutside != nullptr ? fromOutside : built;
}

} // namespace melstrom::testing
