// Small files in the user's cache folder. Other processes may read and replace them at the same
// time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace melstrom
{

/** $XDG_CACHE_HOME/melstrom/NAME, or the same under $HOME/.cache; empty if neither variable names
    an absolute path. Accesses no file. Thread: any. */
std::optional<std::string> userCacheFile (const std::string& name);

/** Content of a regular file of at most mostBytes bytes. Empty for a longer file, for a file of
    another kind, and for an unreadable file. Does not wait for writers. Thread: any. Throws
    std::bad_alloc. */
std::string smallFileText (const std::string& file, std::size_t mostBytes);

/** Replaces the content of a file; makes its folder if it is missing. The file then has either the
    whole text or its old content. If processes race, the last writer wins. Returns false if the
    file cannot be written. Thread: any. Throws std::bad_alloc. */
bool replaceSmallFile (const std::string& file, const std::string& text);

} // namespace melstrom
