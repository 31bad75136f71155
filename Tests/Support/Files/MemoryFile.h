// What a MemoryStorage is made of: its entries, and the files open on them.
#pragma once

#include "Tests/Support/Files/MemoryStorage.h"

#include <limits>

namespace melstrom::testing
{

struct MemoryStorage::Node
{
    EntryKind kind = EntryKind::file;
    std::uint64_t inode = 0;
    std::string bytes; ///< a file's contents, a link's target
    std::map<std::string, std::shared_ptr<Node>> children;
    std::int64_t modifiedNanoseconds = 0;
    bool isForbidden = false, isLocked = false;
};

struct MemoryStorage::Space
{
    std::mutex mutex; ///< guards every node, and what follows
    std::int64_t capacityBytes = std::numeric_limits<std::int64_t>::max ();
    std::int64_t usedBytes = 0;
    std::int64_t numChanges = 0; ///< the clock that modification times are taken from
};

/** The caller holds the mutex. */
FileInfo infoOf (const MemoryStorage::Node& node);

/** Both keep the entry alive when its name is gone, as POSIX does. The caller does not hold the
    mutex. */
std::unique_ptr<ReadableFile> openMemoryFileForReading (std::shared_ptr<MemoryStorage::Space> space,
                                                        std::shared_ptr<MemoryStorage::Node> node);
std::unique_ptr<WritableFile> openMemoryFileForWriting (std::shared_ptr<MemoryStorage::Space> space,
                                                        std::shared_ptr<MemoryStorage::Node> node);

} // namespace melstrom::testing
