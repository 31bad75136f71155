// One call that changed a disk, as PowerLossStorage records it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace melstrom::testing
{

enum class DiskChange
{
    create,           ///< adds the entry `path` for the file `inode`
    write,            ///< `bytes` at `offset` of `inode`
    resize,           ///< sets the size of `inode` to `offset` bytes
    rename,           ///< renames the entry `path` to `to`, in the same folder
    remove,           ///< removes the entry `path` of a file or an empty folder
    makeFolder,       ///< adds the entry `path`
    syncFileBegins,   ///< of `inode`, by fsync or fdatasync
    syncFileEnds,     ///< its beginning is event `begin`
    syncFolderBegins, ///< of the entries in `path`
    syncFolderEnds    ///< its beginning is event `begin`
};

struct DiskEvent
{
    DiskChange change {};
    std::uint64_t inode = 0;
    std::int64_t offset = 0;
    std::string path = {}, to = {}, bytes = {};
    std::size_t begin = 0;
};

} // namespace melstrom::testing
