// The user's own patches as they lie in a folder.
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
    std::vector<StoredPatch> patches; ///< in the order of their files' names
    std::vector<std::string> faults;  ///< a sentence a file that is left out, with its path
};

/** Every file of the folder itself that isPatchFileName, behind links too; what lies deeper is not read. A
    patch without a name has its file's, one without a category is of "User". A name that an earlier file has is
    a fault. No folder: no patches and no fault. */
PatchFolder readPatchFolder (Storage& storage, const std::string& folder);

} // namespace melstrom
