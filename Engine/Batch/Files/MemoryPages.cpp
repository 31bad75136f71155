#include "Engine/Batch/Files/MemoryPages.h"

#include "Engine/Batch/Run/ParallelFor.h"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE // Linux 5.14; older headers lack it
    #define MADV_POPULATE_WRITE 23
#endif

namespace melstrom
{

namespace
{
constexpr std::int64_t kStretchBytes = 16 << 20; ///< that one thread maps at a time
constexpr std::int64_t kLeastBytes = 64 << 20;   ///< less is done sooner by one thread
constexpr int kLeastThreads = 4; ///< fewer lose: pages that are mapped have to be cleared
constexpr int kMostThreads = 16;

bool isInMemoryWithRoom (int descriptor, std::int64_t bytes) noexcept
{
    struct statfs system
    {
    };
    return fstatfs (descriptor, &system) == 0 && system.f_type == TMPFS_MAGIC &&
           static_cast<std::int64_t> (system.f_bavail) * system.f_bsize >= bytes;
}

void bringIn (int descriptor, std::int64_t first, std::int64_t end) noexcept
{
    const auto bytes = static_cast<std::size_t> (end - first);
    void* const pages =
        mmap (nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, first);
    if (pages == MAP_FAILED)
        return;
    madvise (pages, bytes, MADV_POPULATE_WRITE); // a full disk is an error here, not a signal
    munmap (pages, bytes);
}
} // namespace

void bringInPages (int descriptor, std::int64_t bytes, int numThreads) noexcept
try
{
    if (bytes < kLeastBytes || numThreads < kLeastThreads ||
        ! isInMemoryWithRoom (descriptor, bytes) || ftruncate (descriptor, bytes) != 0)
        return;
    parallelStretches (bytes, kStretchBytes, std::min (numThreads, kMostThreads),
                       [descriptor] (std::int64_t first, std::int64_t end)
                       { bringIn (descriptor, first, end); });
}
catch (...) // no thread could be started: fallocate does it alone
{
}

} // namespace melstrom
