// The known name that a mistyped one was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other
    (optimal string alignment; bytes, not characters). */
int editDistance (std::string_view from, std::string_view to);

/** The first of the names that are nearest by edit distance; empty if there are none. */
std::string nearestName (const std::vector<std::string>& names, std::string_view word);

} // namespace melstrom
