// What comes in on standard input, as a whole.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Reads to the end, and leaves the same at standard input to be read again, by this process or by the
    one that takes its place.
    stop    ends the waiting within a fifth of a second
    Thread: one. Fails: badUsage (more than 1 GiB, or no standard input that can be read), outOfMemory,
    interrupted. */
Result<std::string> readStandardInput (const std::atomic<bool>& stop);

} // namespace melstrom
