#include "Tests/Support/Files/MemoryStorage.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Tests/Support/Files/MemoryFile.h"

#include <algorithm>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

/** Linux's limit; beyond it Linux returns ELOOP. */
constexpr int mostLinksInAPath = 40;

std::string_view takeComponent (std::string_view& path)
{
    const auto end = std::min (path.find ('/'), path.size ());
    const auto component = path.substr (0, end);
    path.remove_prefix (std::min (end + 1, path.size ()));
    return component;
}

} // namespace

MemoryStorage::MemoryStorage ()
    : space_ (std::make_shared<Space> ()), root_ (makeNode (EntryKind::folder))
{
}

MemoryStorage::~MemoryStorage ()
{
    // A bound folder may contain itself.
    std::vector<NodePointer> open {root_};
    while (! open.empty ())
    {
        const auto children = std::move (open.back ()->children);
        open.pop_back ();
        for (const auto& [name, child] : children)
            open.push_back (child);
    }
}

MemoryStorage::NodePointer MemoryStorage::makeNode (EntryKind kind) const
{
    auto node = std::make_shared<Node> ();
    node->kind = kind;
    node->inode = ++lastInode_;
    return node;
}

MemoryStorage::NodePointer MemoryStorage::find (std::string_view path, bool followsLastLink,
                                                int numLinks) const
{
    std::vector<NodePointer> way {root_};
    std::string walked;
    while (! path.empty ())
    {
        const auto component = takeComponent (path);
        if (component.empty () || component == ".")
            continue;
        if (component == "..")
        {
            if (way.size () > 1)
                way.pop_back ();
            walked = folderOf (walked);
            continue;
        }
        const auto& children = way.back ()->children;
        const auto child = children.find (std::string (component));
        if (child == children.end ())
            return nullptr;

        auto node = child->second;
        if (node->kind == EntryKind::link && (followsLastLink || ! path.empty ()))
        {
            if (numLinks == mostLinksInAPath)
                return nullptr;
            const auto rest = joinPath (walked, node->bytes) + '/' + std::string (path);
            return find (rest, followsLastLink, numLinks + 1);
        }
        way.push_back (std::move (node));
        walked = joinPath (walked, component);
    }
    return way.back ();
}

std::optional<MemoryStorage::Place> MemoryStorage::placeOf (std::string_view path) const
{
    const auto tidy = tidyPath (path);
    auto folder = find (folderOf (tidy), true);
    if (folder == nullptr || folder->kind != EntryKind::folder || fileNameOf (tidy).empty ())
        return std::nullopt;
    return Place {std::move (folder), std::string (fileNameOf (tidy))};
}

MemoryStorage::NodePointer MemoryStorage::makeFolderNodes (std::string_view path)
{
    auto node = root_;
    while (! path.empty ())
    {
        const std::string component (takeComponent (path));
        if (component.empty () || component == ".")
            continue;
        auto& child = node->children[component];
        if (child == nullptr)
            child = makeNode (EntryKind::folder);
        node = child;
        if (node->kind != EntryKind::folder)
            return nullptr;
    }
    return node;
}

void MemoryStorage::insert (const std::string& path, NodePointer node)
{
    const std::scoped_lock lock (space_->mutex);
    const auto tidy = tidyPath (path);
    const auto folder = makeFolderNodes (folderOf (tidy));
    if (folder == nullptr)
        throw std::logic_error ("no folder: " + path);
    space_->usedBytes += static_cast<std::int64_t> (node->bytes.size ());
    folder->children[std::string (fileNameOf (tidy))] = std::move (node);
}

void MemoryStorage::addFile (const std::string& path, std::string bytes)
{
    auto node = makeNode (EntryKind::file);
    node->bytes = std::move (bytes);
    insert (path, std::move (node));
}

void MemoryStorage::addFolder (const std::string& path)
{
    const std::scoped_lock lock (space_->mutex);
    if (makeFolderNodes (tidyPath (path)) == nullptr)
        throw std::logic_error ("not a folder: " + path);
}

void MemoryStorage::addLink (const std::string& path, const std::string& target)
{
    auto node = makeNode (EntryKind::link);
    node->bytes = target;
    insert (path, std::move (node));
}

void MemoryStorage::addOther (const std::string& path)
{
    insert (path, makeNode (EntryKind::other));
}

void MemoryStorage::bindFolder (const std::string& path, const std::string& existing)
{
    auto node = find (existing, true);
    if (node == nullptr || node->kind != EntryKind::folder)
        throw std::logic_error ("no folder: " + existing);
    insert (path, std::move (node));
}

void MemoryStorage::forbid (const std::string& path)
{
    const auto node = find (path, true);
    if (node == nullptr)
        throw std::logic_error ("nothing there: " + path);
    node->isForbidden = true;
}

void MemoryStorage::setCapacity (std::int64_t bytes)
{
    const std::scoped_lock lock (space_->mutex);
    space_->capacityBytes = bytes;
}

std::string MemoryStorage::bytesOf (const std::string& path) const
{
    const std::scoped_lock lock (space_->mutex);
    const auto node = find (path, true);
    if (node == nullptr || node->kind != EntryKind::file)
        throw std::logic_error ("no file: " + path);
    return node->bytes;
}

bool MemoryStorage::exists (const std::string& path) const
{
    const std::scoped_lock lock (space_->mutex);
    return find (path, false) != nullptr;
}

} // namespace melstrom::testing
