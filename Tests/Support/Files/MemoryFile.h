// Parts of a MemoryStorage: its entries, and the open files.
#pragma once

#include "Tests/Support/Files/MemoryStorage.h"

#include <limits>

namespace melstrom::testing
{

struct MemoryStorage::Node
{
    EntryKind kind = EntryKind::file;
    std::uint64_t inode = 0;
    std::string bytes; ///< a file's contents, or a link's target
    std::map<std::string, std::shared_ptr<Node>> children;
    std::int64_t modifiedNanoseconds = 0;
    bool isForbidden = false, isLocked = false;
};

struct MemoryStorage::Space
{
    std::mutex mutex; ///< guards every node and the members below
    std::int64_t capacityBytes = std::numeric_limits<std::int64_t>::max ();
    std::int64_t usedBytes = 0;
    std::int64_t numChanges = 0; ///< clock of the modification times
};

/** The caller holds the mutex. */
FileInfo infoOf (const MemoryStorage::Node& node);

/** An open file keeps its entry alive after a removal of its name, as in POSIX. The caller does not
    hold the mutex. */
std::unique_ptr<ReadableFile> openMemoryFileForReading (std::shared_ptr<MemoryStorage::Space> space,
                                                        std::shared_ptr<MemoryStorage::Node> node);
std::unique_ptr<WritableFile> openMemoryFileForWriting (std::shared_ptr<MemoryStorage::Space> space,
                                                        std::shared_ptr<MemoryStorage::Node> node);

} // namespace melstrom::testing
