// Open files by descriptor: pread and pwrite, nothing mapped.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <memory>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace melstrom
{

/** Owns a descriptor. */
class Descriptor
{
public:
    Descriptor () = default;
    explicit Descriptor (int number) noexcept : number_ (number) {}
    Descriptor (Descriptor&& other) noexcept : number_ (std::exchange (other.number_, -1)) {}
    ~Descriptor ();

    int get () const noexcept { return number_; }
    int release () noexcept { return std::exchange (number_, -1); }

private:
    int number_ = -1; ///< as POSIX has it: -1 is none
};

FileInfo fileInfoOf (const struct stat& status) noexcept;

/** False for a path with a zero byte in it, which the system would take for a shorter path. */
bool canBeAPath (const std::string& path) noexcept;

/** open(2), again after EINTR, always O_CLOEXEC. Fails with -1 and errno. */
Descriptor openDescriptor (const std::string& path, int flags, int mode = 0) noexcept;

Result<std::unique_ptr<ReadableFile>> openPosixForReading (const std::string& path);

/** `flags` as for open(2), O_RDWR among them. Fails: notAFile, diskFull, writeFailed, ... */
Result<std::unique_ptr<WritableFile>> openPosixForWriting (const std::string& path, int flags);

} // namespace melstrom
