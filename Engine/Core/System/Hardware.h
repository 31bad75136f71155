// The processors and the memory of this machine, and its operating system.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

// Thread of all functions: any but audio.

/** Model of the first processor: "AMD EPYC 9654 96-Core Processor"; "unknown". */
std::string processorName ();

/** Logical processors that this process may use: those on which the calling thread may run, or
    fewer if a control group limits the time (groupLimits), rounded up; 0: unknown. */
int usableProcessors ();

/** Memory of the machine, or less if a control group limits it; 0: unknown. */
std::int64_t memoryBytes ();
/** The part of it that this process can get without swapping; 0: unknown. */
std::int64_t availableMemoryBytes ();

/** "Linux 6.1.0 x86_64"; empty: unknown. */
std::string systemName ();

} // namespace melstrom
