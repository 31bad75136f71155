#include "Engine/Batch/Files/DescriptorPosix.h"

#include <fcntl.h>
#include <unistd.h>

namespace melstrom
{

Descriptor::~Descriptor ()
{
    if (number_ >= 0)
        ::close (number_);
}

FileInfo fileInfoOf (const struct stat& status) noexcept
{
    FileInfo info;
    info.kind = S_ISREG (status.st_mode)   ? EntryKind::file
                : S_ISDIR (status.st_mode) ? EntryKind::folder
                : S_ISLNK (status.st_mode) ? EntryKind::link
                                           : EntryKind::other;
    info.bytes = status.st_size;
    info.modifiedNanoseconds =
        static_cast<std::int64_t> (status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
    info.device = status.st_dev;
    info.inode = status.st_ino;
    return info;
}

bool canBeAPath (const std::string& path) noexcept
{
    return path.find ('\0') == std::string::npos;
}

Descriptor openDescriptor (const std::string& path, int flags, int mode) noexcept
{
    if (! canBeAPath (path))
    {
        errno = ENOENT;
        return {};
    }
    return Descriptor (
        againAfterInterrupt ([&] { return ::open (path.c_str (), flags | O_CLOEXEC, mode); }));
}

} // namespace melstrom
