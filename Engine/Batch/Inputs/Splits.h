// The part of a dataset that a file's name puts it in.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <optional>
#include <string_view>

namespace melstrom
{

/** A name that begins, in any case, with train, with val or dev, or with test: the split, an index
    into kSplitNames. Empty otherwise. */
std::optional<int> splitNamed (std::string_view name);

/** splitNamed of the first path component when that is a folder's. Empty otherwise. */
std::optional<int> splitOfFolders (std::string_view relativePath);

/** Sets files' groups to the folder that holds them, where options.splitBy says so: by their paths
    relative to the INPUT, none for files directly in it. Where a ratio divides files, appends a
    warning that counts those without a group, whoever says groups. Fails: badUsage where nothing has the groups that are asked for. */
Result<void> applyGroups (FoundFiles& found, const InputOptions& options);

/** Sets every file's split as `collectInputs` says, and returns whether there are any. Appends
    warnings. Fails: badUsage for impossible ratios and for a fold that no file is in. */
Result<bool> applySplits (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
