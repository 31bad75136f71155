// Describes the machine and the build, for reports of measurements.
#pragma once

#include "Engine/Core/System/Process.h" // memory of this process

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

struct Machine
{
    std::string processor; ///< "AMD EPYC 9654 96-Core Processor"; "unknown"
    int numThreads = 0;    ///< available to this process
    std::int64_t memoryBytes = 0, availableBytes = 0; ///< 0: unknown
    std::string system;                               ///< "Linux 6.1.0 x86_64"
    std::string compiler;                             ///< "GCC 12.2.0"
};

Machine thisMachine ();

/** Name and version of every library in use; the loaded version if the library reports it. */
std::vector<std::pair<std::string, std::string>> libraryVersions ();

/** Stored measurements of this machine, for --doctor: lines with the file (defaultMeasuredFile), then
    each entry with its hardware and date, or a sentence if there is none. Thread: any. */
std::string measuredReport ();

/** Present time as "2025-11-21T07:30:00Z". */
std::string utcNow ();

} // namespace melstrom
