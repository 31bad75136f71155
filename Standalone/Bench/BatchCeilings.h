// What the machine needs for the parts of --bench batch alone: bounds of a whole run.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace melstrom
{

/** Seconds to list a folder of folders, and to open, read and close each file below it once, by this
    number of threads. Fails: as Storage::listFolder, Storage::openForReading; readFailed. */
Result<double> listAndReadSeconds (const std::string& folder, int numThreads);

/** Seconds to write this number of bytes into a new file of the folder, in blocks of 4 MiB by all
    threads, to sync and to rename it, and to sync the folder. Removes the file. Fails: diskFull,
    writeFailed; interrupted if `stop` is set. */
Result<double> durableWriteSeconds (const std::string& folder, std::int64_t bytes,
                                    const std::atomic<bool>& stop);

} // namespace melstrom
