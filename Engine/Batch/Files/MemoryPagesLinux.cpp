#include "Engine/Batch/Files/MemoryPagesLinux.h"

#include "Engine/Core/ParallelFor.h"

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
constexpr std::int64_t kLeastBytes = 64 << 20;   ///< below this one thread is faster
constexpr int kLeastThreads = 4;                 ///< fewer are slower: mapped pages must be cleared
constexpr int kMostThreads = 16;

bool isInMemoryWithRoom (int descriptor, std::int64_t bytes) noexcept
{
    struct statfs system
    {
    };
    return fstatfs (descriptor, &system) == 0 && system.f_type == TMPFS_MAGIC &&
           static_cast<std::int64_t> (system.f_bavail) * system.f_bsize >= bytes;
}

bool bringIn (int descriptor, std::int64_t first, std::int64_t end) noexcept
{
    const auto bytes = static_cast<std::size_t> (end - first);
    void* const pages =
        mmap (nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, first);
    if (pages == MAP_FAILED)
        return false;
    // a full disk is an error here, not a signal
    const bool isThere = madvise (pages, bytes, MADV_POPULATE_WRITE) == 0;
    munmap (pages, bytes);
    return isThere;
}
} // namespace

bool wantsPages (int descriptor, std::int64_t bytes, int numThreads) noexcept
{
    return bytes >= kLeastBytes && numThreads >= kLeastThreads &&
           isInMemoryWithRoom (descriptor, bytes) && ftruncate (descriptor, bytes) == 0;
}

bool bringInPages (int descriptor, std::int64_t bytes, int numThreads,
                   const std::atomic<bool>& stop) noexcept
try
{
    if (! wantsPages (descriptor, bytes, numThreads))
        return false;
    std::atomic<bool> isComplete {true};
    parallelStretches (bytes, kStretchBytes, std::min (numThreads, kMostThreads),
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           if (stop || ! bringIn (descriptor, first, end))
                               isComplete = false;
                       });
    return isComplete;
}
catch (...) // no thread could be started
{
    return false;
}

bool bringInPages (int descriptor, std::int64_t bytes, int numThreads) noexcept
{
    static const std::atomic<bool> kGoOn {false};
    return bringInPages (descriptor, bytes, numThreads, kGoOn);
}

bool PagesComing::start (int descriptor, std::int64_t bytes, int numThreads) noexcept
try
{
    if (! wantsPages (descriptor, bytes, numThreads))
        return false;
    thread_ = std::jthread ([this, descriptor, bytes, numThreads]
                            { complete_ = bringInPages (descriptor, bytes, numThreads, stop_); });
    return true;
}
catch (...)
{
    return false;
}

bool PagesComing::hasFallenShort () noexcept
{
    if (thread_.joinable ())
        thread_.join ();
    return ! complete_;
}

} // namespace melstrom
