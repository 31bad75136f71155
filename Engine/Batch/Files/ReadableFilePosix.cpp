#include "Engine/Batch/Files/ReadableFilePosix.h"

#include "Engine/Batch/Files/RepeatedReads.h"
#include "Engine/Batch/Files/StoragePosix.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/Printable.h"

#include <fcntl.h>
#include <unistd.h>

namespace melstrom
{

namespace
{
constexpr int kReading = O_RDONLY | O_NONBLOCK | O_NOCTTY; ///< non-blocking: a FIFO would wait
} // namespace

Result<std::size_t> readAllAt (int descriptor, const std::string& path, void* to, std::size_t bytes,
                               std::int64_t offset)
{
    WorkTimer timer (Work::read);
    auto* const start = static_cast<char*> (to);
    std::size_t done = 0;
    while (done < bytes)
    {
        const auto place = static_cast<off_t> (offset + static_cast<std::int64_t> (done));
        const auto count = againAfterInterrupt (
            [&] { return pread (descriptor, start + done, bytes - done, place); });
        if (count < 0)
        {
            const int reason = errno;
            auto error = readingError ("read", path, reason);
            error.code = ErrorCode::readFailed;
            error.byteOffset = place;
            errno = reason;
            return error;
        }
        if (count == 0)
            break;
        done += static_cast<std::size_t> (count);
    }
    timer.addBytes (static_cast<std::int64_t> (done));
    return done;
}

PosixReadableFile::PosixReadableFile (Descriptor descriptor, std::string path, const FileInfo& info)
    : newest_ (descriptor.get ()), path_ (std::move (path)), info_ (info)
{
    descriptors_.push_back (std::move (descriptor));
}

Result<std::size_t> PosixReadableFile::readAt (void* to, std::size_t bytes, std::int64_t offset)
{
    for (int numFailed = 0;; ++numFailed)
    {
        auto read = readAllAt (newest_, path_, to, bytes, offset);
        if (read || ! RepeatedReads::again (errno, numFailed))
            return read;
        openAgain ();
    }
}

/** A handle of a network file system may be stale for ever. If the name now means another file, the
    old handle stays, and its error too. */
void PosixReadableFile::openAgain ()
{
    auto descriptor = openDescriptor (path_, kReading);
    struct stat status
    {
    };
    if (descriptor.get () < 0 || fstat (descriptor.get (), &status) != 0)
        return;
    const auto info = fileInfoOf (status);
    if (info.device != info_.device || info.inode != info_.inode || info.bytes != info_.bytes ||
        info.modifiedNanoseconds != info_.modifiedNanoseconds)
        return;
    const std::scoped_lock lock (mutex_);
    newest_ = descriptor.get ();
    descriptors_.push_back (std::move (descriptor));
}

Result<std::unique_ptr<ReadableFile>> openPosixForReading (const std::string& path)
{
    const WorkTimer timer (Work::open);
    auto descriptor = openDescriptor (path, kReading);
    for (int numFailed = 0; descriptor.get () < 0 && RepeatedReads::again (errno, numFailed);
         ++numFailed)
        descriptor = openDescriptor (path, kReading);
    struct stat status
    {
    };
    if (descriptor.get () < 0 || fstat (descriptor.get (), &status) != 0)
        return readingError ("open", path, errno);
    if (! S_ISREG (status.st_mode))
        return Error {ErrorCode::notAFile,
                      printable (path) + ": is a " +
                          (S_ISDIR (status.st_mode)    ? "folder"
                           : S_ISFIFO (status.st_mode) ? "FIFO"
                                                       : "device") +
                          "; a regular file is needed",
                      std::nullopt};
    return std::unique_ptr<ReadableFile> (
        std::make_unique<PosixReadableFile> (std::move (descriptor), path, fileInfoOf (status)));
}

} // namespace melstrom
