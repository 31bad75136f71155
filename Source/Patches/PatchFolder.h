// Reads the user's patches from a folder.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Source/Patches/PatchStore.h"

#include <string>
#include <vector>

namespace melstrom
{

inline constexpr std::size_t kMostPatchFileBytes = std::size_t {1} << 20;

struct PatchFolder
{
    std::vector<StoredPatch> patches; ///< sorted by file name
    std::vector<std::string> faults;  ///< one sentence, with the path, for each omitted file
};

/** Reads every file of the folder for which isPatchFileName is true. Follows links; does not read
    subfolders. A patch without a name takes its file's name; a patch without a category takes
    "User". A name that an earlier file has is a fault. A missing folder gives no patches and no
    fault. */
PatchFolder readPatchFolder (Storage& storage, const std::string& folder);

} // namespace melstrom
