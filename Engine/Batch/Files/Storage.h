// The only way in which the batch path accesses files. POSIX stands behind it in the product,
// faults and power loss in the tests.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

enum class EntryKind
{
    file,
    folder,
    link, ///< only from `listFolder`, which does not follow links
    other ///< FIFO, socket, device
};

struct FileInfo
{
    EntryKind kind = EntryKind::other;
    std::int64_t bytes = 0;
    std::int64_t modifiedNanoseconds = 0;
    std::uint64_t device = 0, inode = 0; ///< together they identify a file, to cut loops of links
    std::int64_t archiveOffset = 0;      ///< of its bytes in the archive that holds it; 0: in none
};

struct FolderEntry
{
    std::string name; ///< bytes from the file system, any encoding
    EntryKind kind = EntryKind::other;
};

/** The place of an archive member's bytes: [first, end) of a file on disk. */
struct ArchivedBytes
{
    std::string path; ///< of the archive
    std::int64_t first = 0, end = 0;
};

/** An open input file. Thread: any, one at a time; `readAt` may be called by several at once. */
class ReadableFile
{
public:
    virtual ~ReadableFile () = default;
    virtual FileInfo info () const = 0; ///< as of opening
    /** The place of the bytes in an archive, for programs that open files themselves. Empty: in no
        archive. */
    virtual std::optional<ArchivedBytes> archived () const { return std::nullopt; }

    /** Reads up to `bytes` bytes at `offset`; fewer only at the end of the file. Short reads and
        EINTR are handled inside. Fails: readFailed. */
    virtual Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) = 0;
};

/** An open output file. Thread: `writeAt`, `readAt`, `syncData` any; the rest one at a time. */
class WritableFile
{
public:
    virtual ~WritableFile () = default;

    /** Writes all bytes. Fails: diskFull, writeFailed. */
    virtual Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) = 0;
    /** Reads back; fewer than `bytes` only at the end. */
    virtual Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) = 0;
    /** Shares the disk blocks of a range of another file with a range of this file (reflink),
        without a copy. False: nothing was done, because the file system cannot share blocks or an
        offset is not on a block boundary; the caller then writes the bytes. Fails: diskFull,
        writeFailed. */
    virtual Result<bool> cloneFrom (ReadableFile& /*from*/, std::int64_t /*fromOffset*/,
                                    std::int64_t /*bytes*/, std::int64_t /*toOffset*/)
    {
        return false;
    }
    /** Reserves [0, bytes) on the disk so that later writes cannot run out of room. Fails:
        diskFull. */
    virtual Result<void> allocate (std::int64_t bytes) = 0;
    virtual Result<void> resize (std::int64_t bytes) = 0;
    virtual Result<std::int64_t> size () = 0;
    virtual Result<void> syncData () = 0; ///< fdatasync
    virtual Result<void> sync () = 0;     ///< fsync
    virtual Result<void> close () = 0;    ///< once; the destructor closes without reporting errors
};

/** Holds the exclusive lock of a folder until destroyed. */
class FolderLock
{
public:
    virtual ~FolderLock () = default;
    /** False once the folder or its lock was removed: another process may then hold a lock of the
        same name. */
    virtual bool isInPlace () const = 0;
};

/** Paths are bytes. Thread: any. Errors name the path, escaped for printing. */
class Storage
{
public:
    virtual ~Storage () = default;

    virtual Result<FileInfo>
    info (const std::string& path) = 0; ///< follows links; fileMissing, permissionDenied
    virtual Result<std::vector<FolderEntry>> listFolder (const std::string& path) = 0; ///< unsorted
    /** Regular files only: a folder, FIFO, socket or device is `notAFile` at once, without a
        wait. */
    virtual Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) = 0;
    virtual Result<std::unique_ptr<WritableFile>>
    create (const std::string& path) = 0; ///< read and write, truncated
    virtual Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) = 0;
    virtual Result<void> rename (const std::string& from, const std::string& to) = 0;
    /** succeeds if the file is not there */
    virtual Result<void> remove (const std::string& path) = 0;
    virtual Result<void> makeFolders (const std::string& path) = 0; ///< and syncs their names
    virtual Result<void> syncFolder (const std::string& path) = 0;
    virtual Result<std::int64_t> freeBytes (const std::string& path) = 0;
    /** Fails at once with `locked` if another process holds the lock; the error names that process
        if it is known. */
    virtual Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) = 0;
};

/** The real file system: pread, pwrite, fallocate, fsync, flock on `<folder>/.lock`. Lives as long
    as the process. */
Storage& posixStorage ();

} // namespace melstrom
