// The processors and the memory of this machine, and its operating system.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

// Thread of all functions: any but audio.

/** Model of the first processor: "AMD EPYC 9654 96-Core Processor"; "unknown". */
std::string processorName ();

/** Logical processors on which the calling thread may run; 0: unknown. */
int usableProcessors ();

/** Memory of the machine; 0: unknown. */
std::int64_t memoryBytes ();
/** The part of it that programs can get without swapping; 0: unknown. */
std::int64_t availableMemoryBytes ();

/** "Linux 6.1.0 x86_64"; empty: unknown. */
std::string systemName ();

} // namespace melstrom
