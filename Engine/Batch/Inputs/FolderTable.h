// Tells folders apart by what they are, not by the path that leads to them.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace melstrom
{

/** Gives each folder a number: the same for every path to it. Asks the storage once a path.
    Thread: one. */
class FolderTable
{
public:
    explicit FolderTable (Storage& storage) : storage_ (storage) {}

    /** "" is the current folder. A folder that cannot be asked gets a number by its path. */
    int numberOf (std::string_view path);

    /** The same for a file: its folder's number and its name, which together say which entry it is.
        Expects a tidy path. */
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
