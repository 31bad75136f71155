// A file descriptor with an owner, how it is opened, and what stat(2) says of it.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cerrno>
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

    /** as POSIX has it: -1 is none */
private:
    int number_ = -1;
};

FileInfo fileInfoOf (const struct stat& status) noexcept;

/** False for a path with a zero byte in it, which the system would take for a shorter path. */
bool canBeAPath (const std::string& path) noexcept;

/** open(2), again after EINTR, always O_CLOEXEC. Fails with -1 and errno. */
Descriptor openDescriptor (const std::string& path, int flags, int mode = 0) noexcept;

/** The result of a system call that fails with a number below 0 and errno; called again after EINTR. */
template <typename Call>
auto againAfterInterrupt (Call call) noexcept
{
    auto result = call ();
    while (result < 0 && errno == EINTR)
        result = call ();
    return result;
}

} // namespace melstrom
