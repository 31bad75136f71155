#include "Tests/Support/Files/MemoryFile.h"

#include <algorithm>
#include <cstring>

namespace melstrom::testing
{

namespace
{

using Node = MemoryStorage::Node;
using Space = MemoryStorage::Space;

std::size_t copyOut (const Node& node, void* to, std::size_t bytes, std::int64_t offset)
{
    const auto size = node.bytes.size ();
    const auto begin = std::min (static_cast<std::size_t> (offset), size);
    const auto count = std::min (bytes, size - begin);
    if (count > 0)
        std::memcpy (to, node.bytes.data () + begin, count);
    return count;
}

class MemoryReadableFile final : public ReadableFile
{
public:
    MemoryReadableFile (std::shared_ptr<Space> space, std::shared_ptr<Node> node)
        : space_ (std::move (space)), node_ (std::move (node)), info_ (infoOf (*node_))
    {
    }

    FileInfo info () const override { return info_; }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const std::scoped_lock lock (space_->mutex);
        return copyOut (*node_, to, bytes, offset);
    }

private:
    std::shared_ptr<Space> space_;
    std::shared_ptr<Node> node_;
    FileInfo info_;
};

class MemoryWritableFile final : public WritableFile
{
public:
    MemoryWritableFile (std::shared_ptr<Space> space, std::shared_ptr<Node> node)
        : space_ (std::move (space)), node_ (std::move (node))
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        const std::scoped_lock lock (space_->mutex);
        const auto begin = static_cast<std::size_t> (offset);
        if (const auto grown = growTo (begin + bytes); ! grown)
            return grown;
        if (bytes > 0)
            std::memcpy (node_->bytes.data () + begin, from, bytes);
        return {};
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const std::scoped_lock lock (space_->mutex);
        return copyOut (*node_, to, bytes, offset);
    }

    Result<void> allocate (std::int64_t bytes) override
    {
        const std::scoped_lock lock (space_->mutex);
        return growTo (static_cast<std::size_t> (bytes));
    }

    Result<void> resize (std::int64_t bytes) override
    {
        const std::scoped_lock lock (space_->mutex);
        const auto size = static_cast<std::size_t> (bytes);
        if (size >= node_->bytes.size ())
            return growTo (size);
        space_->usedBytes -= static_cast<std::int64_t> (node_->bytes.size () - size);
        node_->bytes.resize (size);
        node_->modifiedNanoseconds = ++space_->numChanges;
        return {};
    }

    Result<std::int64_t> size () override
    {
        const std::scoped_lock lock (space_->mutex);
        return static_cast<std::int64_t> (node_->bytes.size ());
    }

    Result<void> syncData () override { return {}; }
    Result<void> sync () override { return {}; }
    Result<void> close () override { return {}; }

private:
    /** The caller holds the mutex. Marks the entry as changed. */
    Result<void> growTo (std::size_t size)
    {
        node_->modifiedNanoseconds = ++space_->numChanges;
        if (size <= node_->bytes.size ())
            return {};
        const auto more = static_cast<std::int64_t> (size - node_->bytes.size ());
        if (more > space_->capacityBytes - space_->usedBytes)
            return Error {ErrorCode::diskFull, "The storage in memory is full.", {}};
        space_->usedBytes += more;
        node_->bytes.resize (size, '\0');
        return {};
    }

    std::shared_ptr<Space> space_;
    std::shared_ptr<Node> node_;
};

} // namespace

FileInfo infoOf (const MemoryStorage::Node& node)
{
    FileInfo info;
    info.kind = node.kind;
    info.bytes = node.kind == EntryKind::file ? static_cast<std::int64_t> (node.bytes.size ()) : 0;
    info.modifiedNanoseconds = node.modifiedNanoseconds;
    info.device = 1;
    info.inode = node.inode;
    return info;
}

std::unique_ptr<ReadableFile> openMemoryFileForReading (std::shared_ptr<Space> space,
                                                        std::shared_ptr<Node> node)
{
    const std::scoped_lock lock (space->mutex);
    return std::make_unique<MemoryReadableFile> (space, std::move (node));
}

std::unique_ptr<WritableFile> openMemoryFileForWriting (std::shared_ptr<Space> space,
                                                        std::shared_ptr<Node> node)
{
    return std::make_unique<MemoryWritableFile> (std::move (space), std::move (node));
}

} // namespace melstrom::testing
