#include "Tests/Support/Storage/PowerLossDisk.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace melstrom::testing
{

namespace
{
using Disk = PowerLossStorage::Disk;
using Node = PowerLossStorage::Node;

std::size_t copyOut (const std::string& content, void* to, std::size_t bytes, std::int64_t offset)
{
    const auto begin = std::min (static_cast<std::size_t> (offset), content.size ());
    const auto count = std::min (bytes, content.size () - begin);
    if (count > 0)
        std::memcpy (to, content.data () + begin, count);
    return count;
}

class PowerLossReadableFile final : public ReadableFile
{
public:
    PowerLossReadableFile (std::shared_ptr<Disk> disk, std::shared_ptr<Node> node)
        : disk_ (std::move (disk)), node_ (std::move (node)), info_ (disk_->infoOf (*node_))
    {
    }
    FileInfo info () const override { return info_; }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const std::scoped_lock lock (disk_->mutex);
        return copyOut (node_->content (), to, bytes, offset);
    }

private:
    std::shared_ptr<Disk> disk_;
    std::shared_ptr<Node> node_;
    FileInfo info_;
};

class PowerLossWritableFile final : public WritableFile
{
public:
    PowerLossWritableFile (std::shared_ptr<Disk> disk, std::shared_ptr<Node> node)
        : disk_ (std::move (disk)), node_ (std::move (node))
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        if (bytes == 0)
            return {};
        const std::scoped_lock lock (disk_->mutex);
        const auto begin = static_cast<std::size_t> (offset);
        std::string& content = node_->changeable ();
        content.resize (std::max (content.size (), begin + bytes), '\0');
        std::memcpy (content.data () + begin, from, bytes);
        node_->modifiedNanoseconds = ++disk_->clock;
        if (disk_->records)
            disk_->record ({.change = DiskChange::write,
                            .inode = node_->inode,
                            .offset = offset,
                            .bytes = std::string (static_cast<const char*> (from), bytes)});
        return {};
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const std::scoped_lock lock (disk_->mutex);
        return copyOut (node_->content (), to, bytes, offset);
    }

    Result<void> allocate (std::int64_t bytes) override
    {
        const std::scoped_lock lock (disk_->mutex);
        if (bytes > static_cast<std::int64_t> (node_->content ().size ()))
            setSize (bytes);
        return {};
    }

    Result<void> resize (std::int64_t bytes) override
    {
        const std::scoped_lock lock (disk_->mutex);
        setSize (bytes);
        return {};
    }

    Result<std::int64_t> size () override
    {
        const std::scoped_lock lock (disk_->mutex);
        return static_cast<std::int64_t> (node_->content ().size ());
    }

    Result<void> syncData () override { return sync (); }
    Result<void> sync () override
    {
        disk_->recordSync (DiskChange::syncFileBegins, DiskChange::syncFileEnds,
                           {.inode = node_->inode});
        return {};
    }
    Result<void> close () override { return {}; }

private:
    void setSize (std::int64_t bytes) ///< the caller holds the mutex
    {
        node_->changeable ().resize (static_cast<std::size_t> (bytes), '\0');
        node_->modifiedNanoseconds = ++disk_->clock;
        disk_->record ({.change = DiskChange::resize, .inode = node_->inode, .offset = bytes});
    }

    std::shared_ptr<Disk> disk_;
    std::shared_ptr<Node> node_;
};

} // namespace

FileInfo PowerLossStorage::Disk::infoOf (const Node& node) const
{
    return {EntryKind::file, static_cast<std::int64_t> (node.content ().size ()),
            node.modifiedNanoseconds, 1, node.inode};
}

void PowerLossStorage::Disk::recordSync (DiskChange begins, DiskChange ends, const DiskEvent& what)
{
    if (! records)
        return;
    DiskEvent event = what;
    {
        const std::scoped_lock lock (mutex);
        event.change = begins;
        event.begin = events.size ();
        record (event);
    }
    std::this_thread::yield ();
    const std::scoped_lock lock (mutex);
    event.change = ends;
    record (std::move (event));
}

std::unique_ptr<ReadableFile> openPowerLossFileForReading (std::shared_ptr<Disk> disk,
                                                           std::shared_ptr<Node> node)
{
    const std::scoped_lock lock (disk->mutex);
    return std::make_unique<PowerLossReadableFile> (disk, std::move (node));
}

std::unique_ptr<WritableFile> openPowerLossFileForWriting (std::shared_ptr<Disk> disk,
                                                           std::shared_ptr<Node> node)
{
    return std::make_unique<PowerLossWritableFile> (std::move (disk), std::move (node));
}

} // namespace melstrom::testing
