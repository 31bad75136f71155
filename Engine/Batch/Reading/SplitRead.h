// The front of a file into one place, and what follows into another.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <span>

namespace melstrom
{

/** Fills `front` with the first bytes of the file and `rest` with the bytes behind them; one system
    call if the file is on the real file system. Returns how many bytes came; fewer only at the end
    of the file. Thread: as ReadableFile::readAt. Fails: readFailed. */
Result<std::size_t> readSplit (ReadableFile& file, std::span<std::byte> front,
                               std::span<std::byte> rest);

} // namespace melstrom
