#include "Engine/Batch/Inputs/FolderTable.h"

#include "Engine/Batch/Inputs/PathText.h"

namespace melstrom
{

int FolderTable::numberOf (std::string_view path)
{
    if (lastPath_ != nullptr && *lastPath_ == path)
        return lastNumber_;
    const auto [known, isNewPath] = byPath_.try_emplace (std::string (path), count_);
    if (isNewPath)
        known->second = numberOfNew (path);
    lastPath_ = &known->first; // its address never changes
    return lastNumber_ = known->second;
}

int FolderTable::numberOfNew (std::string_view path)
{
    if (const auto info = storage_.info (path.empty () ? "." : std::string (path)))
    {
        const auto identity = std::pair (info->device, info->inode);
        const auto [same, isNewFolder] = byIdentity_.try_emplace (identity, count_);
        if (! isNewFolder)
            return same->second;
    }
    return count_++;
}

std::string FolderTable::keyOf (std::string_view filePath)
{
    return keyOf (numberOf (folderOf (filePath)), fileNameOf (filePath));
}

std::string FolderTable::keyOf (int folderNumber, std::string_view name)
{
    auto key = std::to_string (folderNumber) + '/';
    key += name;
    return key;
}

} // namespace melstrom
