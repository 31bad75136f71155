// The user's patches as files of a folder.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Source/Patches/PatchStore.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** "Glass Choir" -> "glass-choir-", 8 hexadecimal digits of the name's hash, ".toml". At most 62
    characters, all from a .. z, 0 .. 9, hyphen and the dot of ".toml": valid on every file system,
    and never a hidden file. Names that differ in case, blanks or script have different files.
    attempt: 0 for this name; from 1 on for further names, if a file has the name already. */
std::string patchFileName (std::string_view patchName, int attempt = 0);

/** True if the name ends in .toml, in any case, and does not begin with a dot. */
bool isPatchFileName (std::string_view fileName);

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
