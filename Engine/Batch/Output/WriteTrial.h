// One measured write of a large output, by one of the ways to write it.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace melstrom
{

enum class WriteWay
{
    pwrite,
    mapping, ///< see MappedFile.h; always reserved
    uncached ///< pwrite with O_DIRECT
};

struct WriteTrial
{
    WriteWay way = WriteWay::pwrite;
    bool isReserved = true;  ///< the full size is allocated first, within the measured time
    int numThreads = 1;      ///< write blocks of 4 MiB in any order
    bool isFileEach = false; ///< each thread has a file of its own
    std::int64_t bytes = 0;  ///< in all; rounded down to whole blocks, at least one a thread
};

struct WriteTime
{
    std::int64_t bytes = 0;
    double seconds = 0; ///< from the first call to the last close, without a sync
    double gigabytesPerSecond () const noexcept
    {
        return static_cast<double> (bytes) / seconds * 1e-9;
    }
};

/** Writes unnamed files in `folder`, which are gone when this returns, however the process ends.
    Thread: the caller's and its own.
    Fails: diskFull, writeFailed; unsupportedFormat if this file system has not this way; interrupted
    if `stop` is set. */
Result<WriteTime> timeWrite (const std::string& folder, const WriteTrial& trial,
                             const std::atomic<bool>& stop);

} // namespace melstrom
