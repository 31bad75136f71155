// Reads all of standard input.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Reads to the end. Then standard input can be read again from its beginning, by this process or
    by a process that replaces it.
    stop    ends the wait within 0.2 s
    Thread: one. Fails: badUsage (more than 1 GiB, or an unreadable standard input), outOfMemory,
    interrupted. */
Result<std::string> readStandardInput (const std::atomic<bool>& stop);

} // namespace melstrom
