#include "Engine/Batch/Reading/CacheFill.h"

#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Reading/RingFillLinux.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

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

class AdviceFill final : public CacheFill
{
public:
    const char* name () const noexcept override { return "posix_fadvise"; }

    void fill (std::span<const FileStretch> stretches) override
    {
        for (const FileStretch& stretch : stretches)
        {
            const auto file = openDescriptor (stretch.path, kOpenForAdvice);
            if (file.get () < 0)
                continue;
            for (std::int64_t at = 0; at < stretch.bytes; at += kAdvisedBytes)
                (void)posix_fadvise (file.get (), stretch.first + at,
                                     std::min (kAdvisedBytes, stretch.bytes - at),
                                     POSIX_FADV_WILLNEED);
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
};
} // namespace

std::unique_ptr<CacheFill> makeAdviceFill ()
{
    return std::make_unique<AdviceFill> ();
}

std::unique_ptr<CacheFill> makeCacheFill ()
{
    return makeRingFill (makeAdviceFill ());
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
