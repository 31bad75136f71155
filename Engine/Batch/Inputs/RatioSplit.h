// Divides files by a ratio. The result depends only on hashes of their names.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace melstrom
{

/** The properties of a file that decide its split. */
struct SplitItem
{
    std::uint64_t hash = 0; ///< hashOfName of its name, or of its group's
    int label = -1;
    int group = -1; ///< -1: no group
};

/** Fails: badUsage unless there are one to three numbers, all finite, none below 0, at least one
    above 0. */
Result<void> checkRatios (const std::vector<double>& ratios);

/** How many of `count` files each split gets: in the ratio, rounded by largest remainder; the
    earlier split wins a tie.
    ratios   valid by checkRatios */
std::vector<std::size_t> shareOut (std::size_t count, const std::vector<double>& ratios);

/** The split of each file. The files of one label, in the order of their hashes and then of
    `items`, are cut at the numbers of shareOut. A group stands in this order once, among the files
    of its most common label (the smaller label wins a tie), and goes to the split of its middle
    file. So a cut is at most half a group away from its place.
    ratios   valid by checkRatios */
std::vector<int> divideByRatio (const std::vector<SplitItem>& items,
                                const std::vector<double>& ratios);

/** The split of one file, independent of other files: the place of hash / 2^64 among the ratios.
    ratios   valid by checkRatios */
int splitOfHash (std::uint64_t hash, const std::vector<double>& ratios) noexcept;

/** FNV-1a with the finish of MurmurHash3, so that names that differ only in their last byte are far
    apart.
    source  Fowler, Noll, Vo, draft-eastlake-fnv; Appleby, MurmurHash3's fmix64 */
std::uint64_t hashOfName (std::string_view bytes) noexcept;

} // namespace melstrom
