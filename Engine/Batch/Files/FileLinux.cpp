#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Files/MemoryPagesLinux.h"
#include "Engine/Batch/Files/ReadableFilePosix.h"
#include "Engine/Batch/Files/StoragePosix.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace melstrom
{
namespace
{

class PosixWritableFile final : public WritableFile
{
public:
    PosixWritableFile (Descriptor descriptor, std::string path)
        : descriptor_ (std::move (descriptor)), path_ (std::move (path))
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        const auto* const start = static_cast<const char*> (from);
        std::size_t done = 0;
        while (done < bytes)
        {
            const auto place = static_cast<off_t> (offset + static_cast<std::int64_t> (done));
            const auto count = againAfterInterrupt (
                [&] { return pwrite (descriptor_.get (), start + done, bytes - done, place); });
            // a regular file that takes 0 bytes without an error would take 0 bytes for ever
            if (count <= 0)
                return writingError ("write", path_, count < 0 ? errno : EIO,
                                     static_cast<std::int64_t> (bytes - done));
            done += static_cast<std::size_t> (count);
        }
        return {};
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        return readAllAt (descriptor_.get (), path_, to, bytes, offset);
    }

    Result<bool> cloneFrom (ReadableFile& from, std::int64_t fromOffset, std::int64_t bytes,
                            std::int64_t toOffset) override
    {
        const auto* const source = dynamic_cast<const PosixReadableFile*> (&from);
        if (source == nullptr || bytes <= 0) // a length of 0 would mean: to the end
            return false;
        file_clone_range range {};
        range.src_fd = source->descriptor ();
        range.src_offset = static_cast<__u64> (fromOffset);
        range.src_length = static_cast<__u64> (bytes);
        range.dest_offset = static_cast<__u64> (toOffset);
        const auto status =
            againAfterInterrupt ([&] { return ioctl (descriptor_.get (), FICLONERANGE, &range); });
        if (status == 0)
            return true;
        if (errno == ENOSPC || errno == EDQUOT || errno == EIO)
            return writingError ("share blocks", path_, errno, bytes);
        // ENOTTY, EOPNOTSUPP, EXDEV, EINVAL and the like: not possible here, or not for this range
        return false;
    }

    Result<void> allocate (std::int64_t bytes) override
    {
        if (bytes <= 0) // fallocate refuses a length of 0
            return {};
        // Large files: rows may be written while pages come in, if memory has room now. Smaller
        // files: all pages are there before the first rows, if writers wait.
        constexpr std::int64_t kLargeBytes = std::int64_t {4} << 30;
        const int descriptor = descriptor_.get (), numThreads = hardwareThreads ();
        allocatedBytes_ = bytes;
        const bool isThere = bytes >= kLargeBytes ? pages_.start (descriptor, bytes, numThreads)
                                                  : bringInPages (descriptor, bytes, numThreads);
        return isThere ? Result<void> {} : reserve (bytes);
    }

    Result<void> resize (std::int64_t bytes) override
    {
        if (againAfterInterrupt ([&] { return ftruncate (descriptor_.get (), bytes); }) != 0)
            return writingError ("resize", path_, errno, bytes);
        return {};
    }

    Result<std::int64_t> size () override
    {
        struct stat status
        {
        };
        if (fstat (descriptor_.get (), &status) != 0)
            return writingError ("ask for the size", path_, errno);
        return static_cast<std::int64_t> (status.st_size);
    }

    Result<void> syncData () override { return synced (&fdatasync); }
    Result<void> sync () override
    {
        MELSTROM_TRY (finishAllocating ());
        return synced (&fsync);
    }

    Result<void> close () override
    {
        MELSTROM_TRY (finishAllocating ());
        // Linux has closed the descriptor even if close reports EINTR. A second close could close
        // another descriptor.
        if (::close (descriptor_.release ()) != 0 && errno != EINTR)
            return writingError ("close", path_, errno);
        return {};
    }

private:
    Result<void> reserve (std::int64_t bytes)
    {
        const auto status =
            againAfterInterrupt ([&] { return fallocate (descriptor_.get (), 0, 0, bytes); });
        if (status == 0)
            return {};
        if (errno != EOPNOTSUPP && errno != ENOSYS)
            return writingError ("reserve room", path_, errno, bytes);

        // This file system cannot reserve: give the file its size; a full disk shows at a later
        // write.
        MELSTROM_TRY_VALUE (const auto current, size ());
        return current < bytes ? resize (bytes) : Result<void> {};
    }

    Result<void> finishAllocating ()
    {
        return pages_.hasFallenShort () ? reserve (allocatedBytes_) : Result<void> {};
    }

    Result<void> synced (int (*synchronise) (int))
    {
        const WorkTimer timer (Work::sync);
        if (againAfterInterrupt ([&] { return synchronise (descriptor_.get ()); }) != 0)
            return writingError ("bring to stable storage", path_, errno);
        return {};
    }

    Descriptor descriptor_;
    std::string path_;
    std::int64_t allocatedBytes_ = 0;
    PagesComing pages_; ///< ends before the descriptor
};

} // namespace

Result<std::unique_ptr<WritableFile>> openPosixForWriting (const std::string& path, int flags)
{
    auto descriptor = openDescriptor (path, flags | O_NONBLOCK | O_NOCTTY, 0666);
    struct stat status
    {
    };
    if (descriptor.get () < 0 || fstat (descriptor.get (), &status) != 0)
        return writingError ("open", path, errno);
    if (! S_ISREG (status.st_mode))
        return Error {ErrorCode::notAFile, printable (path) + ": is not a regular file",
                      std::nullopt};
    return std::unique_ptr<WritableFile> (
        std::make_unique<PosixWritableFile> (std::move (descriptor), path));
}

} // namespace melstrom
