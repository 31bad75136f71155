// A file system in memory with the interface of the real one.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <map>
#include <mutex>
#include <optional>
#include <string_view>

namespace melstrom::testing
{

/** "a", "./a" and "/a" are the same entry. Links, ".." and link loops work as in POSIX. Thread:
    any. */
class MemoryStorage : public Storage
{
public:
    MemoryStorage ();
    ~MemoryStorage () override;

    // Set-up by a test. Makes missing parent folders; misuse throws std::logic_error.
    void addFile (const std::string& path, std::string bytes = {});
    void addFolder (const std::string& path);
    void addLink (const std::string& path, const std::string& target);
    void addOther (const std::string& path); ///< for example a FIFO
    /** A second path to the same folder, like a bind mount. */
    void bindFolder (const std::string& path, const std::string& existing);
    void forbid (const std::string& path); ///< permissionDenied for calls that open or list it
    void setCapacity (std::int64_t bytes); ///< diskFull for calls that would exceed it
    std::string bytesOf (const std::string& path) const;
    bool exists (const std::string& path) const;

    // Counts of the calls so far.
    int numInfoCalls () const { return numInfoCalls_; }
    int numListCalls () const { return numListCalls_; }

    Result<FileInfo> info (const std::string& path) override;
    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override;
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override;
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override;
    Result<void> rename (const std::string& from, const std::string& to) override;
    Result<void> remove (const std::string& path) override;
    Result<void> makeFolders (const std::string& path) override;
    Result<void> syncFolder (const std::string& path) override;
    Result<std::int64_t> freeBytes (const std::string& path) override;
    Result<std::unique_ptr<FolderLock>> lockFolder (const std::string& path) override;

    struct Node;  ///< one entry; public so that the open files can hold it
    struct Space; ///< the mutex and the room, shared with the open files

private:
    using NodePointer = std::shared_ptr<Node>;
    struct Place ///< a folder and a name in it, which need not exist
    {
        NodePointer folder;
        std::string name;
    };

    NodePointer makeNode (EntryKind kind) const;
    NodePointer find (std::string_view path, bool followsLastLink, int numLinks = 0) const;
    std::optional<Place> placeOf (std::string_view path) const;
    NodePointer makeFolderNodes (std::string_view path);
    void insert (const std::string& path, NodePointer node);
    Result<NodePointer> findReadable (const std::string& path, EntryKind kind) const;

    std::shared_ptr<Space> space_;
    mutable std::uint64_t lastInode_ = 0; ///< before the root, whose inode is 1
    NodePointer root_;
    int numInfoCalls_ = 0, numListCalls_ = 0;
};

} // namespace melstrom::testing
