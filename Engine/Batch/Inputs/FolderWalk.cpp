#include "Engine/Batch/Inputs/FolderWalk.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

/** Orders entries as their paths: a folder's name continues with a slash. */
bool comesBefore (const FolderEntry& first, const FolderEntry& second)
{
    const auto shared = std::min (first.name.size (), second.name.size ());
    if (const int order = first.name.compare (0, shared, second.name, 0, shared); order != 0)
        return order < 0;

    const auto nextByte = [shared] (const FolderEntry& entry) -> int
    {
        if (entry.name.size () > shared)
            return static_cast<unsigned char> (entry.name[shared]);
        return entry.kind == EntryKind::folder ? '/' : -1;
    };
    return nextByte (first) < nextByte (second);
}

} // namespace

FolderWalk::FolderWalk (Storage& storage, FolderTable& folders, std::optional<int> excluded,
                        const std::atomic<bool>* stop)
    : storage_ (storage), folders_ (folders), excluded_ (excluded), stop_ (stop)
{
}

Result<std::optional<FolderWalk::Level>> FolderWalk::enter (const std::string& path)
{
    Level level;
    level.folderNumber = folders_.numberOf (path);
    const auto index = static_cast<std::size_t> (level.folderNumber);
    if (index >= walked_.size ())
        walked_.resize (index + 1, false);
    if (walked_[index])
        return std::optional<Level> ();
    walked_[index] = true;

    MELSTROM_TRY_VALUE (auto entries, storage_.listFolder (path));
    level.entries = std::move (entries);
    std::sort (level.entries.begin (), level.entries.end (), comesBefore);
    level.prefix = joinPath (path, "");
    return std::optional<Level> (std::move (level));
}

Result<void> FolderWalk::walk (const std::string& root, const Visitor& visit,
                               const SkippedVisitor& skip)
{
    MELSTROM_TRY_VALUE (auto first, enter (root));

    std::vector<Level> levels; // no recursion: a tree may be deeper than a thread's stack
    if (first.has_value ())
        levels.push_back (std::move (*first));

    while (! levels.empty ())
    {
        if (stop_ != nullptr && *stop_)
            return Error {
                ErrorCode::interrupted, printable (root) + ": its search was stopped", {}};
        auto& level = levels.back ();
        if (level.next == level.entries.size ())
        {
            levels.pop_back ();
            continue;
        }
        const FolderEntry entry = std::move (level.entries[level.next++]);
        if (entry.kind == EntryKind::folder)
            visitFolder (level.prefix + entry.name, level.folderNumber, levels, visit);
        else if (entry.kind == EntryKind::link)
            visitLink (level.prefix + entry.name, level.folderNumber, visit, skip);
        else if (looksLikeAudio (entry.name))
            visit (level.prefix + entry.name, level.folderNumber);
        else
            skip (entry.name, level.folderNumber);
    }
    return {};
}

void FolderWalk::visitFolder (std::string path, int parentNumber, std::vector<Level>& levels,
                              const Visitor& visit)
{
    if (excluded_ && folders_.numberOf (path) == *excluded_)
        return;

    auto entered = enter (path);
    if (! entered)
    {
        unreadable_.push_back (entered.error ().message);
        visit (std::move (path), parentNumber);
    }
    else if (entered->has_value ())
        levels.push_back (std::move (**entered));
}

void FolderWalk::visitLink (std::string path, int parentNumber, const Visitor& visit,
                            const SkippedVisitor& skip)
{
    const auto target = storage_.info (path);
    if (target && target->kind == EntryKind::folder)
    {
        if (numFolderLinks_++ == 0)
            firstFolderLink_ = path;
    }
    else if (looksLikeAudio (fileNameOf (path)))
        visit (std::move (path), parentNumber);
    else
        skip (fileNameOf (path), parentNumber);
}

std::vector<std::string> FolderWalk::warnings () const
{
    auto warnings = unreadable_;
    if (numFolderLinks_ > 0)
        warnings.push_back (
            "Links to folders are not followed: " + std::to_string (numFolderLinks_) +
            " left out, the first is " + printable (firstFolderLink_) +
            "; name a link as an input to search its folder.");
    return warnings;
}

} // namespace melstrom
