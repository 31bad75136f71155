// Parts of the POSIX storage: open files, the lock of a folder, errno as an Error.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** As Storage::openForReading. Uses pread; maps nothing. */
Result<std::unique_ptr<ReadableFile>> openPosixForReading (const std::string& path);

/** `flags` as for open(2), including O_RDWR. Uses pwrite; maps nothing for writing. Fails: notAFile,
    diskFull, writeFailed, ... */
Result<std::unique_ptr<WritableFile>> openPosixForWriting (const std::string& path, int flags);

/** As Storage::lockFolder: flock on `<folder>/.lock`. The file holds "process NUMBER on host NAME
    since TIME" for people. The lock itself belongs to the kernel and ends with the process. */
Result<std::unique_ptr<FolderLock>> lockPosixFolder (const std::string& path);

/** errno as an error of a step on the way to reading `path`: a code, and a sentence that names the
    path and the cure. `action` is an infinitive ("open", "read"). */
Error readingError (std::string_view action, const std::string& path, int errorNumber);

/** The same for writing. ENOSPC and EDQUOT become diskFull with the free bytes and, if known, the
    needed bytes. */
Error writingError (std::string_view action, const std::string& path, int errorNumber,
                    std::int64_t neededBytes = 0);

} // namespace melstrom
