#include "Engine/Batch/Output/MappingLinux.h"

#include "Engine/Batch/Files/MemoryPagesLinux.h"
#include "Engine/Core/ParallelFor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE // Linux 5.14; older headers lack it
    #define MADV_POPULATE_WRITE 23
#endif

namespace melstrom
{

namespace
{
constexpr std::int64_t kThreadBytes = 64 << 20;  ///< from here on, on a thread
constexpr std::int64_t kStretchBytes = 16 << 20; ///< reserved at a time
} // namespace

ReservedMapping::~ReservedMapping ()
{
    stop_ = true;
    if (thread_.joinable ())
        thread_.join ();
    if (pages_ != nullptr)
        munmap (pages_, static_cast<std::size_t> (bytes_));
}

bool ReservedMapping::start (std::int64_t bytes)
{
    bytes_ = bytes;
    struct stat status
    {
    };
    if (fstat (descriptor_.get (), &status) != 0)
        return false;
    // wantsPages checks the room on a tmpfs and sets the size, which must not shorten a file.
    const bool isLater = bytes >= kThreadBytes && status.st_size <= bytes &&
                         wantsPages (descriptor_.get (), bytes, hardwareThreads ());
    if (! isLater && ! reserve (0, bytes))
        return false;
    void* const there = mmap (nullptr, static_cast<std::size_t> (bytes), PROT_READ | PROT_WRITE,
                              MAP_SHARED, descriptor_.get (), 0);
    if (there == MAP_FAILED)
        return false;
    pages_ = static_cast<char*> (there);
    if (! isLater)
        return true;
    try
    {
        thread_ = std::jthread ([this] { reserveInStretches (); });
    }
    catch (const std::system_error&) // no thread
    {
        reserveInStretches ();
    }
    return true;
}

bool ReservedMapping::finish ()
{
    if (thread_.joinable ())
        thread_.join ();
    return reservedBytes () == bytes_;
}

bool ReservedMapping::reserve (std::int64_t first, std::int64_t end) noexcept
{
    if (againAfterInterrupt (
            [&] { return fallocate (descriptor_.get (), 0, first, end - first); }) != 0)
        return false;
    reservedBytes_.store (end, std::memory_order_release);
    return true;
}

void ReservedMapping::reserveInStretches () noexcept
{
    for (std::int64_t first = 0; first < bytes_ && ! stop_; first += kStretchBytes)
        if (! reserve (first, std::min (first + kStretchBytes, bytes_)))
            return;
}

void ReservedMapping::populate (std::int64_t first, std::int64_t numBytes) const noexcept
{
    advise (first, numBytes, MADV_POPULATE_WRITE);
}

void ReservedMapping::release (std::int64_t first, std::int64_t numBytes) const noexcept
{
    advise (first, numBytes, MADV_DONTNEED);
}

/** For the pages of a range. A page that could not be allocated fails again in the copy, which is
    guarded. */
void ReservedMapping::advise (std::int64_t first, std::int64_t numBytes, int advice) const noexcept
{
    static const std::int64_t kPageBytes = sysconf (_SC_PAGESIZE);
    const std::int64_t start = first / kPageBytes * kPageBytes;
    (void)madvise (pages () + start, static_cast<std::size_t> (first + numBytes - start), advice);
}

} // namespace melstrom
