// Splits and groups from the names of files and folders.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <optional>
#include <string_view>

namespace melstrom
{

/** The split of a name that begins, in any case, with train, with val or dev, or with test: an
    index into kSplitNames. Otherwise empty. */
std::optional<int> splitNamed (std::string_view name);

/** splitNamed of the first path component if that is a folder. Otherwise empty. */
std::optional<int> splitOfFolders (std::string_view relativePath);

/** If options.splitBy asks for folders, sets each file's group to the folder that holds it,
    relative to the INPUT; files directly in the INPUT get no group. If a ratio divides the files,
    appends a warning that counts files without a group, from any source of groups. Fails: badUsage
    if nothing has the requested groups. */
Result<void> applyGroups (FoundFiles& found, const InputOptions& options);

/** Sets every file's split as `collectInputs` describes, and returns whether there are splits.
    Appends warnings. Fails: badUsage for impossible ratios and for a fold without files. */
Result<bool> applySplits (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
