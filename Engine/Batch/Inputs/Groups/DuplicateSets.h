// Files that a result of --duplicates connects.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstddef>
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

/** For each file the index of the first file that pairs of the result connect with it; its own index
    if there is none. A file of the result is the file of its path, else all files of its relative
    path; pairs with other files connect as well. A box counts as its recording.
    Fails: fileMissing, permissionDenied, readFailed; badUsage if the file is no such result. */
Result<std::vector<std::size_t>> duplicateSets (Storage& storage, const std::string& resultPath,
                                                const std::vector<GroupedPath>& files);

} // namespace melstrom
