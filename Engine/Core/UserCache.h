// Small files in the user's cache folder, which other processes may read and replace meanwhile.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace melstrom
{

/** $XDG_CACHE_HOME/melstrom/NAME, or the same under $HOME/.cache; empty where neither names an absolute
    path. Touches no file. Thread: any. */
std::optional<std::string> userCacheFile (const std::string& name);

/** Up to so many bytes of a regular file; empty for a longer file, for anything else, and where it cannot be
    read. Waits for no writer. Thread: any. Throws std::bad_alloc. */
std::string smallFileText (const std::string& file, std::size_t mostBytes);

/** Makes the folder if it is missing. Afterwards the file holds all of the text or what it held before; processes
    may race, and the last one to write is in it. Returns false where it cannot be written.
    Thread: any. Throws std::bad_alloc. */
bool replaceSmallFile (const std::string& file, const std::string& text);

} // namespace melstrom
