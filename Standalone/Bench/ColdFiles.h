// Files that are not in the page cache, and the rate of the disk below them.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** Takes all files in the folder, and below it, out of the page cache; where the process may, names
    and inodes of the whole system too. The files belong to this user. Returns why more than 2 % of
    some probed files are still in memory, as on tmpfs; empty: they are not. */
std::optional<std::string> makeCold (const std::string& folder);

/** True if the page cache has the first page of the file, or if the system does not tell. File
    systems with a cache of their own, such as ZFS, look cold. In ColdFilesPosix.cpp. */
bool isInMemory (const std::string& path);

/** GB/s of one file of `bytes` bytes in `folder`, read in order past the page cache, in blocks of
    4 MiB. Writes the file first; it has no name. Thread: the caller's.
    Fails: diskFull, writeFailed; unsupportedFormat if the file system has no O_DIRECT; interrupted. */
Result<double> diskReadGbPerS (const std::string& folder, std::int64_t bytes,
                               const std::atomic<bool>& stop);

} // namespace melstrom
