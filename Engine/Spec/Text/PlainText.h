// Small helpers of the readers and writers of patches and tunings: errors, ASCII text, files,
// mistyped names.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

Error badPatch (std::string message); ///< badSpec

std::string_view trimmedText (std::string_view text); ///< without blanks at its ends

/** Letters A to Z equal a to z, in every locale. */
bool equalsIgnoringCase (std::string_view a, std::string_view b);
std::string lowerCaseText (std::string_view text);

/** Reads the bytes of a file. Fails: badSpec; a file above mostBytes was named by mistake. kind: "a
    patch", for the message */
Result<std::string> readSmallFile (const std::filesystem::path& path, std::uintmax_t mostBytes,
                                   std::string_view kind);

/** Number of insertions, deletions, substitutions and swaps of neighbours that turn `from` into
    `to` (optimal string alignment; bytes, not characters). */
int editDistance (std::string_view from, std::string_view to);

/** The name that a user meant by `word`: one that begins with it, else one with a slip, else one
    whose start is the word with a slip, else one that contains it; of these, or of all, the first
    with the least edit distance. Empty if `names` is. */
std::string nearestName (const std::vector<std::string>& names, std::string_view word);

} // namespace melstrom
