#include "Engine/Batch/Inputs/FolderTable.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Hash.h"

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
    const std::string folder = path.empty () ? "." : std::string (path);
    // A folder in a tar is the tar and a name in it: its headers are not read for that.
    const auto nameAt = memberNameAt (storage_, folder);
    if (const auto info = storage_.info (nameAt == 0 ? folder : folder.substr (0, nameAt - 1)))
    {
        const auto nameHash = nameAt == 0 ? 0 : hashBytes (folder.substr (nameAt));
        const auto identity = std::pair (info->device, info->inode ^ nameHash);
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
