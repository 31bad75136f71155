// The machine and the build that numbers were measured with.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

struct Machine
{
    std::string processor; ///< "AMD EPYC 9654 96-Core Processor"; "unknown"
    int numThreads = 0;    ///< that this process may use
    std::int64_t memoryBytes = 0, availableBytes = 0; ///< 0: unknown
    std::string system;                               ///< "Linux 6.1.0 x86_64"
    std::string compiler;                             ///< "GCC 12.2.0"
};

Machine thisMachine ();

/** Name and version of every library that takes part, as loaded now where the library can tell. */
std::vector<std::pair<std::string, std::string>> libraryVersions ();

/** The memory that this process holds now; 0 where the system does not say. */
std::int64_t residentBytes ();

/** The most memory that this process has held so far. */
std::int64_t peakResidentBytes ();

/** Now, "2025-11-21T07:30:00Z". */
std::string utcNow ();

} // namespace melstrom
