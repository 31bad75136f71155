// Files that a result of --duplicates connects.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

inline constexpr const char* kDuplicatesJsonName = "duplicates.json"; ///< the result, in a dataset

struct GroupedPath
{
    std::string_view path, relativePath;
    int group = -1; ///< files of one group are connected; -1: no group
};

/** The same text for all paths to a file. */
using PlaceOf = std::function<std::string (std::string_view path)>;

struct DuplicateSets
{
    /** For each file the index of the first file that pairs connect with it; its own index if there
        is none. */
    std::vector<std::size_t> firstOf;
    std::optional<std::string> warning; ///< counts files of the pairs that are not among the files
};

/** Connects files by the pairs of a result of --duplicates. A file of the result is the file of the
    same place, else all files of its relative path. Pairs with files that are not there connect as
    well. A box counts as its recording.
    files   at least one
    fails   fileMissing, permissionDenied, readFailed; badUsage if the file is no such result, or is
            of one dataset and has pairs, but of no file that is there */
Result<DuplicateSets> duplicateSets (Storage& storage, const PlaceOf& placeOf,
                                     const std::string& resultPath,
                                     const std::vector<GroupedPath>& files);

} // namespace melstrom
