// Found files, each once, by folder and name.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace melstrom
{

/** Named files come first. So a file from a walk needs a look-up only in folders that hold a named
    file. Thread: one. */
class FoundOnce
{
public:
    FoundOnce (Storage& storage, FolderTable& folders) : storage_ (storage), folders_ (folders) {}

    /** Adds a file of an INPUT or of a line of a list. Returns the entry that is kept: an earlier
        mention wins. The reference is valid until the next call. */
    FoundFile& addNamed (FoundFile found);

    /** Adds a file of a walk or a tar, which know the folder's number. If the file is also named,
        the path of the earlier INPUT wins. */
    void addWalked (FoundFile found);

    /** True if an INPUT or a list names the file itself. */
    bool isNamed (std::string_view name, int folderNumber) const;

    /** Returns all files, sorted by `comesBefore`; none remain here. */
    std::vector<FoundFile> takeSorted ();

private:
    Storage& storage_;
    FolderTable& folders_;
    std::vector<FoundFile> files_;
    std::unordered_map<std::string, std::size_t> named_; ///< key to index in files_
    std::unordered_set<int> foldersOfNamed_;
};

} // namespace melstrom
