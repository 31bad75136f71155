#include "Engine/Batch/Reading/CacheFill.h"

#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Reading/RingFillLinux.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace melstrom
{

namespace
{
/** A byte from memory takes less than 10 us, a byte from a disk or a network more than this. */
constexpr auto kMostMemoryTime = std::chrono::microseconds (50);

bool comesFromMemory (int descriptor, std::int64_t offset)
{
    using Clock = std::chrono::steady_clock;
    char byte = 0;
    const auto start = Clock::now ();
    const auto count = againAfterInterrupt ([&] { return pread (descriptor, &byte, 1, offset); });
    return count <= 0 || Clock::now () - start < kMostMemoryTime;
}

class DirectFill final : public CacheFill
{
public:
    const char* name () const noexcept override { return "preadv2"; }

    void fill (std::span<const FileStretch> stretches) override
    {
        for (const FileStretch& stretch : stretches)
        {
            const auto file = openDescriptor (stretch.path, kOpenForAdvice);
            for (std::int64_t at = 0; file.get () >= 0 && at < stretch.bytes; at += kAskedBytes)
                ask (file.get (), stretch.first + at, std::min (kAskedBytes, stretch.bytes - at));
        }
    }

    bool isCached (const FileStretch& stretch) override
    {
        const auto file = openDescriptor (stretch.path, kOpenForAdvice);
        if (file.get () < 0 || stretch.bytes <= 0)
            return true;
        const std::int64_t last = stretch.first + stretch.bytes - 1;
        char byte = 0;
        const iovec to {&byte, 1};
        const auto count =
            againAfterInterrupt ([&] { return preadv2 (file.get (), &to, 1, last, RWF_NOWAIT); });
        if (count >= 0 || errno == EAGAIN)
            return count >= 0;
        return comesFromMemory (file.get (), last); // this file system does not tell
    }

private:
    /** A read that may not wait starts the disk, in pages as large as any read's. Pages that are
        asked for by posix_fadvise are small ones, and cost twice the processor time. */
    void ask (int file, std::int64_t first, std::int64_t bytes)
    {
        const iovec to {scratch_.data (), static_cast<std::size_t> (bytes)};
        const auto count =
            againAfterInterrupt ([&] { return preadv2 (file, &to, 1, first, RWF_NOWAIT); });
        if (count < 0 && errno != EAGAIN) // this file system always waits
            (void)posix_fadvise (file, first, bytes, POSIX_FADV_WILLNEED);
    }

    std::vector<std::byte> scratch_ = std::vector<std::byte> (kAskedBytes);
};
} // namespace

std::unique_ptr<CacheFill> makeDirectFill ()
{
    return std::make_unique<DirectFill> ();
}

std::unique_ptr<CacheFill> makeCacheFill ()
{
    return makeRingFill (makeDirectFill ());
}

bool dropFromCache (const std::string& path)
{
    const auto file = openDescriptor (path, kOpenForAdvice);
    if (file.get () < 0)
        return false;
    (void)fdatasync (file.get ()); // pages that are not on the disk would stay
    return posix_fadvise (file.get (), 0, 0, POSIX_FADV_DONTNEED) == 0;
}

} // namespace melstrom
