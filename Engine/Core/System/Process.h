// This process: its number, rights, environment and memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

// Thread of all functions: any but audio, if the comment names no other.

/** Differs from the number of every other process that runs on this machine. */
int processNumber () noexcept;

/** True if the process has more rights than its user (setuid, setgid or file capabilities), so that
    it must not trust its environment. */
bool hasRaisedRights () noexcept;
std::uint32_t effectiveUser () noexcept;

/** Lines of NAME=value, for a child process. */
std::vector<std::string> ownEnvironment ();

/** True for a regular file that this process may execute. */
bool isProgram (const std::string& path) noexcept;

/** Replaces the process by the same program with the same arguments, and with one environment
    variable set. Returns only after a failure, with the environment as before. Thread: main. */
void restartProgram (const char* variable, const std::string& value);

/** Processor time of the calling thread in seconds: without the time in which it waited, or in which
    the system ran other work. */
double threadSeconds () noexcept;

/** Resident memory of the process; 0: unknown. */
std::int64_t residentBytes ();
/** Largest resident memory of the process so far. */
std::int64_t peakResidentBytes ();

/** Gives whole free pages back to the system, so that the freed memory of one phase does not add to
    the memory of the next phase. Takes milliseconds. */
void giveBackFreedMemory () noexcept;
/** From now on, memory of 512 KiB and more comes from the system and goes back when it is freed. An
    allocator may otherwise learn from such frees to keep large memory, between small pieces that
    live on. For programs that run for hours; a host chooses for itself. */
void returnLargeMemoryAtOnce () noexcept;

} // namespace melstrom
