#include "Engine/Batch/Inputs/FoundOnce.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/TarInputs.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

FoundFile& FoundOnce::addNamed (FoundFile found)
{
    placeInTar (storage_, found);
    found.folderNumber = folders_.numberOf (folderOf (found.file.path));
    auto key = FolderTable::keyOf (found.folderNumber, fileNameOf (found.file.path));
    const auto [known, isNew] = named_.try_emplace (std::move (key), files_.size ());
    if (isNew)
    {
        foldersOfNamed_.insert (found.folderNumber);
        files_.push_back (std::move (found));
        return files_.back ();
    }
    return files_[known->second];
}

void FoundOnce::addWalked (FoundFile found)
{
    if (foldersOfNamed_.contains (found.folderNumber))
    {
        const auto known =
            named_.find (FolderTable::keyOf (found.folderNumber, fileNameOf (found.file.path)));
        if (known != named_.end ())
        {
            auto& named = files_[known->second];
            if (found.inputIndex < named.inputIndex)
            {
                found.file.facts = named.file.facts;
                named = std::move (found);
            }
            return;
        }
    }
    files_.push_back (std::move (found));
}

bool FoundOnce::isNamed (std::string_view name, int folderNumber) const
{
    return foldersOfNamed_.contains (folderNumber) &&
           named_.contains (FolderTable::keyOf (folderNumber, name));
}

std::vector<FoundFile> FoundOnce::takeSorted ()
{
    if (! std::is_sorted (files_.begin (), files_.end (), comesBefore))
        std::sort (files_.begin (), files_.end (), comesBefore);
    return std::exchange (files_, {});
}

} // namespace melstrom
