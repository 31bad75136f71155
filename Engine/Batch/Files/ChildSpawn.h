// Starts another program whose output comes through pipes.
#pragma once

#include "Engine/Batch/Files/Descriptor.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace melstrom
{

struct SpawnedChild
{
    pid_t process = -1;
    Descriptor output;   ///< its standard output
    Descriptor messages; ///< its standard error
};

/** Starts the program at the path arguments[0] with these arguments. Its standard input is empty.
    It has no other descriptor of this process. All signals are at their defaults and unblocked. It
    has no real-time policy, and a process group of its own, so that a terminal's signals do not
    reach it. The kernel kills it when the calling thread ends in any way.
    environment  lines of NAME=value
    thread       any but audio; this process may have any number of threads
    fails        fileMissing, permissionDenied, outOfMemory, readFailed: it cannot be started */
Result<SpawnedChild> spawnChild (const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment);

} // namespace melstrom
