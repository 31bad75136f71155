// Files as they are found, each once, by folder and name.
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

/** Files that are named come first, so that what walks find has to be looked up only where one of them lies. Thread: one. */
class FoundOnce
{
public:
    FoundOnce (Storage& storage, FolderTable& folders) : storage_ (storage), folders_ (folders) {}

    /** Of an INPUT or a line of a list. Returns what is kept of it: an earlier mention wins. It stays where it is until the
        next call. */
    FoundFile& addNamed (FoundFile found);

    /** Of a walk or a tar, which know the folder's number. Of a file that is named, too, the earlier INPUT says where it
        lies. */
    void addWalked (FoundFile found);

    /** Whether an INPUT or a list names it itself. */
    bool isNamed (std::string_view name, int folderNumber) const;

    /** All of them, sorted as `comesBefore` has it; none is left here. */
    std::vector<FoundFile> takeSorted ();

private:
    Storage& storage_;
    FolderTable& folders_;
    std::vector<FoundFile> files_;
    std::unordered_map<std::string, std::size_t> named_; ///< key to index in files_
    std::unordered_set<int> foldersOfNamed_;
};

} // namespace melstrom
