// The known name nearest to a mistyped name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Number of insertions, deletions, substitutions and swaps of neighbours that turn `from` into
    `to` (optimal string alignment; bytes, not characters). */
int editDistance (std::string_view from, std::string_view to);

/** The name with the least edit distance to `word`; of equal names the first. Empty if `names`
    is. */
std::string nearestName (const std::vector<std::string>& names, std::string_view word);

} // namespace melstrom
