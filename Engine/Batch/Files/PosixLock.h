// The lock of an output folder: flock on `<folder>/.lock`, a file that names the holder.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <memory>
#include <string>

namespace melstrom
{

/** As Storage::lockFolder. The file holds "process NUMBER on host NAME since TIME" for people. The
    lock itself belongs to the kernel and ends with the process. */
Result<std::unique_ptr<FolderLock>> lockPosixFolder (const std::string& path);

} // namespace melstrom
