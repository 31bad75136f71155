// Dividing files by a ratio, by nothing but the hashes of their names.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace melstrom
{

/** What of a file decides its split. */
struct SplitItem
{
    std::uint64_t hash = 0; ///< hashOfName of its name, or of its group's
    int label = -1;
    int group = -1; ///< -1: it stands alone
};

/** Fails: badUsage for what is not one to three numbers, finite, none below 0, not all 0. */
Result<void> checkRatios (const std::vector<double>& ratios);

/** How many of `count` files each split gets: shares in the ratio, rounded by largest remainder,
    ties to the earlier.
    ratios   as checkRatios wants them */
std::vector<std::size_t> shareOut (std::size_t count, const std::vector<double>& ratios);

/** The split of each file. Files of one label, in the order of their hashes and then of `items`, are
    cut where shareOut says. A group stands in the order once, among the files of the label that most
    of its files have (the smaller at a tie), and goes where its middle file would; so a cut is at
    most half a group away from its place.
    ratios   as checkRatios wants them */
std::vector<int> divideByRatio (const std::vector<SplitItem>& items,
                                const std::vector<double>& ratios);

/** The split of one file whatever others there are: where hash / 2^64 lies among the ratios.
    ratios   as checkRatios wants them */
int splitOfHash (std::uint64_t hash, const std::vector<double>& ratios) noexcept;

/** FNV-1a with the finish of MurmurHash3, so that names that differ in their last byte are far
    apart.
    source  Fowler, Noll, Vo, draft-eastlake-fnv; Appleby, MurmurHash3's fmix64 */
std::uint64_t hashOfName (std::string_view bytes) noexcept;

} // namespace melstrom
