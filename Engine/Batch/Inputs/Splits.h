// Which part of a dataset a file belongs to: training, validation or testing.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace melstrom
{

/** The first path component when that is a folder's and names a split (it begins with train, val or
    dev, or test; any case): the split, an index into kSplitNames. Empty otherwise. */
std::optional<int> splitOfFolders (std::string_view relativePath);

/** How many of `count` files each split gets: shares in the ratio, rounded by largest remainder,
    ties to the earlier.
    ratios   one to three, finite, >= 0, not all 0 */
std::vector<std::size_t> shareOut (std::size_t count, const std::vector<double>& ratios);

/** FNV-1a with the finish of MurmurHash3, so that names that differ in their last byte are far
    apart.
    source  Fowler, Noll, Vo, draft-eastlake-fnv; Appleby, MurmurHash3's fmix64 */
std::uint64_t hashOfName (std::string_view bytes) noexcept;

/** Sets every file's split; labels have to be set before. Appends warnings.
    Fails: badUsage for impossible ratios. */
Result<void> applySplits (FoundFiles& found, const InputOptions& options);

} // namespace melstrom
