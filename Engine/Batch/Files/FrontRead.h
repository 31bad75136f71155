// Reads the front of a file to two places by one call.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstddef>
#include <span>

namespace melstrom
{

/** Fills both with the first bytes of the file. False: it did not, and `readAt` has to do it or to say
    why not: the file is not of the real file system, or the read was short or failed. Thread: any. */
bool readFront (const ReadableFile& file, std::span<std::byte> first,
                std::span<std::byte> second) noexcept;

} // namespace melstrom
