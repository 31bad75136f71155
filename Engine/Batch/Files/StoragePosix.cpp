#include "Engine/Batch/Files/StoragePosix.h"

#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Core/Printable.h"

#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace melstrom
{
namespace
{

EntryKind kindOf (DIR* folder, const dirent& entry) noexcept
{
    switch (entry.d_type)
    {
        case DT_REG: return EntryKind::file;
        case DT_DIR: return EntryKind::folder;
        case DT_LNK: return EntryKind::link;
        case DT_UNKNOWN: break; // some file systems do not say
        default: return EntryKind::other;
    }
    struct stat status
    {
    };
    if (fstatat (dirfd (folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return EntryKind::other;
    return fileInfoOf (status).kind;
}

Result<void> syncPosixFolder (const std::string& path)
{
    const auto descriptor = openDescriptor (path, O_RDONLY | O_DIRECTORY);
    if (descriptor.get () < 0)
        return writingError ("open the folder", path, errno);
    int status = fsync (descriptor.get ());
    while (status != 0 && errno == EINTR)
        status = fsync (descriptor.get ());
    // EINVAL: a file system (FUSE, some network ones) that has no fsync for folders
    if (status != 0 && errno != EINVAL)
        return writingError ("bring to stable storage", path, errno);
    return {};
}

/** Syncs the parent of a new folder, which holds its name. A parent that may be written but not
    read cannot be synced. */
Result<void> syncNameOf (const std::string& path)
{
    const auto slash = path.find_last_not_of ('/') == std::string::npos
                           ? std::string::npos
                           : path.rfind ('/', path.find_last_not_of ('/'));
    const std::string parent = slash == std::string::npos ? "." : path.substr (0, slash + 1);
    if (access (parent.c_str (), R_OK) != 0)
        return {};
    if (auto synced = syncPosixFolder (parent); ! synced)
        return Error {synced.error ().code,
                      printable (path) + ": its name in " + synced.error ().message,
                      {}};
    return {};
}

Result<void> makeFolder (const std::string& path)
{
    if (mkdir (path.c_str (), 0777) == 0)
        return syncNameOf (path);
    const auto reason = errno; // EEXIST, or EROFS and the like for a folder that is there
    struct stat status
    {
    };
    if (stat (path.c_str (), &status) != 0)
        return writingError ("make the folder", path, reason);
    if (! S_ISDIR (status.st_mode))
        return Error {ErrorCode::writeFailed,
                      printable (path) +
                          ": a folder is needed here, but there is a file of that name",
                      std::nullopt};
    return {};
}

class PosixStorage final : public Storage
{
public:
    Result<FileInfo> info (const std::string& path) override
    {
        struct stat status
        {
        };
        if (! canBeAPath (path))
            return readingError ("look up", path, ENOENT);
        if (stat (path.c_str (), &status) != 0)
            return readingError ("look up", path, errno);
        return fileInfoOf (status);
    }

    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override
    {
        auto descriptor = openDescriptor (path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
        if (descriptor.get () < 0)
            return readingError ("open the folder", path, errno);
        const std::unique_ptr<DIR, int (*) (DIR*)> folder (fdopendir (descriptor.get ()),
                                                           &closedir);
        if (folder == nullptr)
            return readingError ("open the folder", path, errno);
        descriptor.release (); // the folder closes it

        std::vector<FolderEntry> entries;
        for (;;)
        {
            errno = 0;
            const auto* const entry = readdir (folder.get ());
            if (entry == nullptr)
                break;
            std::string name = entry->d_name;
            if (name != "." && name != "..")
                entries.push_back ({std::move (name), kindOf (folder.get (), *entry)});
        }
        if (errno != 0)
            return readingError ("list the folder", path, errno);
        return entries;
    }

    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        return openPosixForReading (path);
    }

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        return openPosixForWriting (path, O_RDWR | O_CREAT | O_TRUNC);
    }

    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override
    {
        return openPosixForWriting (path, O_RDWR);
    }

    Result<void> rename (const std::string& from, const std::string& to) override
    {
        if (std::rename (from.c_str (), to.c_str ()) != 0)
            return writingError ("rename to " + printable (to), from, errno);
        return {};
    }

    Result<void> remove (const std::string& path) override
    {
        if (std::remove (path.c_str ()) != 0 && errno != ENOENT)
            return writingError ("remove", path, errno);
        return {};
    }

    Result<void> makeFolders (const std::string& path) override
    {
        for (std::size_t end = 1; end <= path.size (); ++end)
        {
            if (end < path.size () && path[end] != '/')
                continue;
            MELSTROM_TRY (makeFolder (path.substr (0, end)));
        }
        return {};
    }

    Result<void> syncFolder (const std::string& path) override { return syncPosixFolder (path); }

    Result<std::int64_t> freeBytes (const std::string& path) override
    {
        struct statvfs system
        {
        };
        if (statvfs (path.c_str (), &system) != 0)
            return readingError ("ask for free room", path, errno);
        return static_cast<std::int64_t> (system.f_bavail) *
               static_cast<std::int64_t> (system.f_frsize);
    }

    Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) override
    {
        return lockPosixFolder (path);
    }
};

} // namespace

Storage& posixStorage ()
{
    static PosixStorage storage;
    return storage;
}

} // namespace melstrom
