// Starts another program whose output comes through pipes.
#pragma once

#include "Engine/Batch/Files/DescriptorPosix.h"

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

/** As ChildPipe::start. The kernel kills the program when the calling thread ends in any way.
    thread  any but audio; this process may have any number of threads */
Result<SpawnedChild> spawnChild (const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment);

} // namespace melstrom
