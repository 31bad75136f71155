#include "Engine/Batch/Output/FileSystem.h"

#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Files/StoragePosix.h"

#include <cerrno>
#include <cstdio>
#include <linux/magic.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <sys/vfs.h>

namespace melstrom
{

namespace
{
constexpr std::uint64_t kXfsMagic = 0x58465342; ///< "XFSB"; older headers lack it

/** ext2 and ext3 have the number of ext4. Their own drivers refuse fallocate, so that files on them
    are not mapped. */
const char* mappableType (std::uint64_t magic) noexcept
{
    switch (magic)
    {
        case TMPFS_MAGIC: return "tmpfs";
        case EXT4_SUPER_MAGIC: return "ext4";
        case kXfsMagic: return "xfs";
        default: return nullptr;
    }
}

std::string typeText (std::uint64_t magic)
{
    switch (magic)
    {
        case BTRFS_SUPER_MAGIC: return "btrfs";
        case OVERLAYFS_SUPER_MAGIC: return "overlay";
        case NFS_SUPER_MAGIC: return "nfs";
        default: break;
    }
    char text[24];
    std::snprintf (text, sizeof text, "0x%llx", static_cast<unsigned long long> (magic));
    return text;
}

std::string systemText ()
{
    utsname name {};
    return uname (&name) == 0 ? std::string (name.sysname) + " " + name.release : std::string ();
}
} // namespace

Result<FileSystem> fileSystemOf (const std::string& path)
{
    struct statfs system
    {
    };
    struct stat status
    {
    };
    if (! canBeAPath (path))
        return readingError ("look up", path, ENOENT);
    if (statfs (path.c_str (), &system) != 0 || stat (path.c_str (), &status) != 0)
        return readingError ("look up the file system", path, errno);
    // a narrower f_type would extend its sign
    const auto magic = static_cast<std::uint64_t> (system.f_type) & 0xffffffffu;
    const char* const mappable = mappableType (magic);
    FileSystem found;
    found.type = mappable != nullptr ? mappable : typeText (magic);
    found.device =
        std::to_string (major (status.st_dev)) + ":" + std::to_string (minor (status.st_dev));
    found.system = systemText ();
    found.isMappable = mappable != nullptr;
    found.freeBytes =
        static_cast<std::int64_t> (system.f_bavail) * static_cast<std::int64_t> (system.f_bsize);
    return found;
}

} // namespace melstrom
