#include "Tests/Support/Storage/PowerLossStorage.h"

#include "Engine/Core/Printable.h"
#include "Tests/Support/Storage/PowerLossDisk.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{
Error fault (ErrorCode code, const std::string& path, const char* what)
{
    return {code, printable (path) + ": " + what, {}};
}

/** The path without slashes at its ends. */
std::string tidy (const std::string& path)
{
    const auto first = path.find_first_not_of ('/');
    if (first == std::string::npos)
        return {};
    return path.substr (first, path.find_last_not_of ('/') - first + 1);
}

std::string parentOf (const std::string& path)
{
    const auto slash = path.rfind ('/');
    return slash == std::string::npos ? std::string () : path.substr (0, slash);
}

bool isInside (const std::string& path, const std::string& folder)
{
    return parentOf (path) == folder && path != folder;
}
} // namespace

PowerLossStorage::PowerLossStorage (const DiskImage& image, Recording recording)
    : disk_ (std::make_shared<Disk> ())
{
    disk_->records = recording == Recording::on;
    disk_->folders = image.folders;
    disk_->folders.insert ("");
    for (const auto& [path, file] : image.files)
    {
        disk_->files[path] =
            std::make_shared<Node> (Node {file.bytes, {}, file.inode, file.modifiedNanoseconds});
        disk_->lastInode = std::max (disk_->lastInode, file.inode);
        disk_->clock = std::max (disk_->clock, file.modifiedNanoseconds);
    }
}

PowerLossStorage::~PowerLossStorage () = default;

DiskImage PowerLossStorage::image () const
{
    const std::scoped_lock lock (disk_->mutex);
    DiskImage image;
    image.folders = disk_->folders;
    for (const auto& [path, node] : disk_->files)
        image.files[path] = {node->stable != nullptr
                                 ? node->stable
                                 : std::make_shared<const std::string> (node->bytes),
                             node->inode, node->modifiedNanoseconds};
    return image;
}

std::vector<DiskEvent> PowerLossStorage::events () const
{
    const std::scoped_lock lock (disk_->mutex);
    return disk_->events;
}

void PowerLossStorage::keepNewFolders (bool keeps)
{
    const std::scoped_lock lock (disk_->mutex);
    disk_->keepsNewFolders = keeps;
}

Result<FileInfo> PowerLossStorage::info (const std::string& path)
{
    const std::scoped_lock lock (disk_->mutex);
    if (const auto file = disk_->files.find (tidy (path)); file != disk_->files.end ())
        return disk_->infoOf (*file->second);
    if (disk_->folders.contains (tidy (path)))
        return FileInfo {EntryKind::folder, 0, 0, 1, 0};
    return fault (ErrorCode::fileMissing, path, "is not there.");
}

Result<std::vector<FolderEntry>> PowerLossStorage::listFolder (const std::string& path)
{
    const std::scoped_lock lock (disk_->mutex);
    const std::string folder = tidy (path);
    if (! disk_->folders.contains (folder))
        return fault (ErrorCode::fileMissing, path, "is not there.");
    std::vector<FolderEntry> entries;
    const auto list = [&] (const std::string& entry, EntryKind kind)
    {
        if (isInside (entry, folder))
            entries.push_back ({entry.substr (folder.empty () ? 0 : folder.size () + 1), kind});
    };
    for (const auto& [file, node] : disk_->files)
        list (file, EntryKind::file);
    for (const std::string& other : disk_->folders)
        list (other, EntryKind::folder);
    return entries;
}

Result<std::unique_ptr<ReadableFile>> PowerLossStorage::openForReading (const std::string& path)
{
    std::unique_lock lock (disk_->mutex);
    const auto file = disk_->files.find (tidy (path));
    if (file == disk_->files.end ())
        return fault (disk_->folders.contains (tidy (path)) ? ErrorCode::notAFile
                                                            : ErrorCode::fileMissing,
                      path, "is no file.");
    const auto node = file->second;
    lock.unlock ();
    return openPowerLossFileForReading (disk_, node);
}

Result<std::unique_ptr<WritableFile>> PowerLossStorage::create (const std::string& path)
{
    const std::string name = tidy (path);
    std::unique_lock lock (disk_->mutex);
    if (! disk_->folders.contains (parentOf (name)) || disk_->folders.contains (name))
        return fault (ErrorCode::writeFailed, path, "cannot be made.");
    auto& node = disk_->files[name];
    if (node == nullptr)
    {
        node = std::make_shared<Node> ();
        node->inode = ++disk_->lastInode;
        disk_->record ({.change = DiskChange::create, .inode = node->inode, .path = name});
    }
    else if (! node->content ().empty ())
    {
        node->changeable ().clear ();
        disk_->record ({.change = DiskChange::resize, .inode = node->inode});
    }
    node->modifiedNanoseconds = ++disk_->clock;
    const auto opened = node;
    lock.unlock ();
    return openPowerLossFileForWriting (disk_, opened);
}

Result<std::unique_ptr<WritableFile>> PowerLossStorage::openForUpdate (const std::string& path)
{
    std::unique_lock lock (disk_->mutex);
    const auto file = disk_->files.find (tidy (path));
    if (file == disk_->files.end ())
        return fault (ErrorCode::fileMissing, path, "is not there.");
    const auto node = file->second;
    lock.unlock ();
    return openPowerLossFileForWriting (disk_, node);
}

Result<void> PowerLossStorage::rename (const std::string& from, const std::string& to)
{
    const std::scoped_lock lock (disk_->mutex);
    const std::string source = tidy (from), target = tidy (to);
    if (parentOf (source) != parentOf (target))
        throw std::logic_error ("PowerLoss knows renames within a folder only: " + from + ", " +
                                to);
    const auto file = disk_->files.find (source);
    if (file == disk_->files.end () || disk_->folders.contains (target))
        return fault (ErrorCode::writeFailed, from, "cannot be renamed.");
    auto node = file->second;
    disk_->files.erase (file);
    disk_->record (
        {.change = DiskChange::rename, .inode = node->inode, .path = source, .to = target});
    disk_->files[target] = std::move (node);
    return {};
}

Result<void> PowerLossStorage::remove (const std::string& path)
{
    const std::scoped_lock lock (disk_->mutex);
    const std::string name = tidy (path);
    if (disk_->folders.contains (name))
    {
        const auto isChild = [&] (const std::string& entry) { return isInside (entry, name); };
        if (std::any_of (disk_->folders.begin (), disk_->folders.end (), isChild) ||
            std::any_of (disk_->files.begin (), disk_->files.end (),
                         [&] (const auto& file) { return isChild (file.first); }))
            return fault (ErrorCode::writeFailed, path, "is not empty.");
        disk_->folders.erase (name);
    }
    else if (disk_->files.erase (name) == 0)
        return {};
    disk_->record ({.change = DiskChange::remove, .path = name});
    return {};
}

Result<void> PowerLossStorage::makeFolders (const std::string& path)
{
    const std::string all = tidy (path) + "/";
    for (auto end = all.find ('/'); end != std::string::npos; end = all.find ('/', end + 1))
    {
        const std::string folder = all.substr (0, end);
        {
            const std::scoped_lock lock (disk_->mutex);
            if (disk_->files.contains (folder))
                return fault (ErrorCode::writeFailed, path, "is no folder.");
            if (! disk_->folders.insert (folder).second)
                continue;
            disk_->record ({.change = DiskChange::makeFolder, .path = folder});
            if (! disk_->keepsNewFolders)
                continue;
        }
        disk_->recordSync (DiskChange::syncFolderBegins, DiskChange::syncFolderEnds,
                           {.path = parentOf (folder)});
    }
    return {};
}

Result<void> PowerLossStorage::syncFolder (const std::string& path)
{
    {
        const std::scoped_lock lock (disk_->mutex);
        if (! disk_->folders.contains (tidy (path)))
            return fault (ErrorCode::writeFailed, path, "is not there.");
    }
    disk_->recordSync (DiskChange::syncFolderBegins, DiskChange::syncFolderEnds,
                       {.path = tidy (path)});
    return {};
}

Result<std::int64_t> PowerLossStorage::freeBytes (const std::string&)
{
    return std::numeric_limits<std::int64_t>::max () / 2;
}

Result<std::unique_ptr<FolderLock>> PowerLossStorage::lockFolder (const std::string& path)
{
    class Lock final : public FolderLock
    {
    public:
        Lock (std::shared_ptr<Disk> disk, std::string folder)
            : disk_ (std::move (disk)), folder_ (std::move (folder))
        {
        }
        ~Lock () override
        {
            const std::scoped_lock lock (disk_->mutex);
            disk_->locked.erase (folder_);
        }
        bool isInPlace () const override { return true; }

    private:
        std::shared_ptr<Disk> disk_;
        std::string folder_;
    };
    const std::scoped_lock lock (disk_->mutex);
    if (! disk_->folders.contains (tidy (path)))
        return fault (ErrorCode::fileMissing, path, "is not there.");
    if (! disk_->locked.insert (tidy (path)).second)
        return fault (ErrorCode::locked, path, "another process holds it.");
    return std::unique_ptr<FolderLock> (std::make_unique<Lock> (disk_, tidy (path)));
}

} // namespace melstrom::testing
