// The number of readers that opens and reads a file system's small files fastest, measured once and
// cached.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Reading/CacheFill.h"

#include <array>
#include <optional>

namespace melstrom
{

/** Files a second with numThreads, twice as many, and four times as many threads. */
struct ReaderRates
{
    std::array<double, 3> filesPerSecond {};

    /** 1, 2 or 4: more threads only where they are faster by a fifth. */
    int bestMultiple () const noexcept;
};

struct ReaderTrial
{
    Storage& storage;
    CacheFill& cache;
    int numThreads = 1;                      ///< of one multiple
    std::optional<std::string> measuredFile; ///< of measured values; empty: keeps nothing
    const std::atomic<bool>& stop;
};

/** The rates of the file system that holds the plan's files, for files in the page cache or for
    files on the disk, whichever these are. If they are not cached as "readers, warm" or "readers,
    cold", measures them with files of the plan, each read once when cold: docs/gpu.md describes the
    entries. Empty: the plan has fewer than 2,048 files of at most 1 MiB, a file cannot be read, or
    `stop` is set. Thread: the caller's and its own. */
std::optional<ReaderRates> readerRates (const DatasetPlan& plan, const ReaderTrial& trial);

} // namespace melstrom
