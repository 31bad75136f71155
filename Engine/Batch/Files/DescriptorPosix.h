// A file descriptor with an owner, how to open it, and its stat(2) as FileInfo.
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
    Descriptor& operator= (Descriptor&& other) noexcept
    {
        std::swap (number_, other.number_);
        return *this;
    }
    ~Descriptor ();

    int get () const noexcept { return number_; }
    int release () noexcept { return std::exchange (number_, -1); }

private:
    int number_ = -1; ///< as in POSIX, -1: none
};

FileInfo fileInfoOf (const struct stat& status) noexcept;

/** False for a path that contains a zero byte: the system would read a shorter path. */
bool canBeAPath (const std::string& path) noexcept;

/** open(2) with O_CLOEXEC, repeated after EINTR. On failure the descriptor is -1 and errno is
    set. */
Descriptor openDescriptor (const std::string& path, int flags, int mode = 0) noexcept;

/** The result of a system call that signals failure by a number below 0 and errno; repeated after
    EINTR. */
template <typename Call>
auto againAfterInterrupt (Call call) noexcept
{
    auto result = call ();
    while (result < 0 && errno == EINTR)
        result = call ();
    return result;
}

} // namespace melstrom
