// Open files by descriptor: pread and pwrite, nothing mapped.
#pragma once

#include "Engine/Batch/Files/Descriptor.h"

#include <memory>
#include <string>

namespace melstrom
{

Result<std::unique_ptr<ReadableFile>> openPosixForReading (const std::string& path);

/** `flags` as for open(2), including O_RDWR. Fails: notAFile, diskFull, writeFailed, ... */
Result<std::unique_ptr<WritableFile>> openPosixForWriting (const std::string& path, int flags);

} // namespace melstrom
