// Identifies folders by device and inode, not by path.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace melstrom
{

/** Gives each folder a number: the same for every path to it. Asks the storage once per path.
    Thread: one. */
class FolderTable
{
public:
    explicit FolderTable (Storage& storage) : storage_ (storage) {}

    /** "" is the current folder. A folder that the storage cannot look up gets a number by its
        path. */
    int numberOf (std::string_view path);

    /** Key of a file: its folder's number and its name, which together identify the entry. Expects
        a tidy path. */
    std::string keyOf (std::string_view filePath);
    static std::string keyOf (int folderNumber, std::string_view name);

private:
    int numberOfNew (std::string_view path);

    Storage& storage_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> byIdentity_;
    std::unordered_map<std::string, int> byPath_;
    int count_ = 0;
    const std::string* lastPath_ = nullptr; ///< lists name many files of one folder in a row
    int lastNumber_ = 0;
};

} // namespace melstrom
