#include "Tests/Support/Files/MemoryStorage.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"
#include "Tests/Support/Files/MemoryFile.h"

#include <utility>

namespace melstrom::testing
{

namespace
{

Error fault (ErrorCode code, const std::string& path, const char* what)
{
    return {code, printable (path) + ": " + what, {}};
}

class MemoryLock final : public FolderLock
{
public:
    MemoryLock (std::shared_ptr<MemoryStorage::Space> space,
                std::shared_ptr<MemoryStorage::Node> node)
        : space_ (std::move (space)), node_ (std::move (node))
    {
    }
    ~MemoryLock () override
    {
        const std::scoped_lock lock (space_->mutex);
        node_->isLocked = false;
    }
    bool isInPlace () const override { return true; }

private:
    std::shared_ptr<MemoryStorage::Space> space_;
    std::shared_ptr<MemoryStorage::Node> node_;
};

} // namespace

Result<MemoryStorage::NodePointer> MemoryStorage::findReadable (const std::string& path,
                                                                EntryKind kind) const
{
    auto node = path.empty () ? nullptr : find (path, true);
    if (node == nullptr)
        return fault (ErrorCode::fileMissing, path, "is not there.");
    if (node->isForbidden)
        return fault (ErrorCode::permissionDenied, path, "may not be read.");
    if (node->kind != kind)
        return fault (ErrorCode::notAFile, path, "is not of that kind.");
    return node;
}

Result<FileInfo> MemoryStorage::info (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    ++numInfoCalls_;
    const auto node = path.empty () ? nullptr : find (path, true);
    if (node == nullptr)
        return fault (ErrorCode::fileMissing, path, "is not there.");
    return infoOf (*node);
}

Result<std::vector<FolderEntry>> MemoryStorage::listFolder (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    ++numListCalls_;
    const auto folder = findReadable (path, EntryKind::folder);
    if (! folder)
        return folder.error ();

    // In reverse order: callers that need an order must sort.
    std::vector<FolderEntry> entries;
    for (auto child = (*folder)->children.rbegin (); child != (*folder)->children.rend (); ++child)
        entries.push_back ({child->first, child->second->kind});
    return entries;
}

Result<std::unique_ptr<ReadableFile>> MemoryStorage::openForReading (const std::string& path)
{
    std::unique_lock lock (space_->mutex);
    auto node = findReadable (path, EntryKind::file);
    lock.unlock ();
    if (! node)
        return node.error ();
    return openMemoryFileForReading (space_, *node);
}

Result<std::unique_ptr<WritableFile>> MemoryStorage::create (const std::string& path)
{
    std::unique_lock lock (space_->mutex);
    auto node = find (path, true);
    if (node == nullptr)
    {
        const auto place = placeOf (path);
        if (! place)
            return fault (ErrorCode::writeFailed, path, "its folder is not there.");
        node = place->folder->children[place->name] = makeNode (EntryKind::file);
    }
    if (node->kind != EntryKind::file || node->isForbidden)
        return fault (ErrorCode::writeFailed, path, "may not be written.");
    lock.unlock ();

    auto file = openMemoryFileForWriting (space_, node);
    if (const auto emptied = file->resize (0); ! emptied)
        return emptied.error ();
    return file;
}

Result<std::unique_ptr<WritableFile>> MemoryStorage::openForUpdate (const std::string& path)
{
    std::unique_lock lock (space_->mutex);
    auto node = findReadable (path, EntryKind::file);
    lock.unlock ();
    if (! node)
        return node.error ();
    return openMemoryFileForWriting (space_, *node);
}

Result<void> MemoryStorage::rename (const std::string& from, const std::string& to)
{
    const std::scoped_lock lock (space_->mutex);
    const auto source = placeOf (from), target = placeOf (to);
    if (! source || ! target || ! source->folder->children.contains (source->name))
        return fault (ErrorCode::writeFailed, from, "cannot be renamed.");

    auto node = source->folder->children[source->name];
    source->folder->children.erase (source->name);
    target->folder->children[target->name] = std::move (node);
    return {};
}

Result<void> MemoryStorage::remove (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    const auto node = find (path, false);
    if (node == nullptr)
        return {};
    if (! node->children.empty ())
        return fault (ErrorCode::writeFailed, path, "is not empty.");
    const auto place = placeOf (path);
    if (! place)
        return fault (ErrorCode::writeFailed, path, "cannot be removed.");
    space_->usedBytes -= static_cast<std::int64_t> (node->bytes.size ());
    place->folder->children.erase (place->name);
    return {};
}

Result<void> MemoryStorage::makeFolders (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    if (makeFolderNodes (tidyPath (path)) == nullptr)
        return fault (ErrorCode::writeFailed, path, "is no folder.");
    return {};
}

Result<void> MemoryStorage::syncFolder (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    if (find (path, true) == nullptr)
        return fault (ErrorCode::writeFailed, path, "is not there.");
    return {};
}

Result<std::int64_t> MemoryStorage::freeBytes (const std::string&)
{
    const std::scoped_lock lock (space_->mutex);
    return space_->capacityBytes - space_->usedBytes;
}

Result<std::unique_ptr<FolderLock>> MemoryStorage::lockFolder (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    const auto node = find (path, true);
    if (node == nullptr)
        return fault (ErrorCode::fileMissing, path, "is not there.");
    if (std::exchange (node->isLocked, true))
        return fault (ErrorCode::locked, path, "another process holds it.");
    return std::unique_ptr<FolderLock> (std::make_unique<MemoryLock> (space_, node));
}

} // namespace melstrom::testing
