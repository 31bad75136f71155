// Splits and joins paths by their bytes, without access to a file system.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** Removes doubled slashes, "." components and a slash at the end. Keeps "..", because it means
    something else behind a link. "" stays "", "./" becomes ".", "//" becomes "/". */
std::string tidyPath (std::string_view path);

/** `path` if it is absolute or the folder is "", else "folder/path". */
std::string joinPath (std::string_view folder, std::string_view path);

/** The part behind the last slash; the whole path if there is none. Expects a tidy path. */
std::string_view fileNameOf (std::string_view path);

/** The part before the last slash: "" if there is none, "/" for "/a". Expects a tidy path. */
std::string_view folderOf (std::string_view path);

/** The name's last ".xyz" in lower case without the dot; "" if there is none. ASCII only. */
std::string lowerCaseExtension (std::string_view name);

/** A to Z become a to z, every other byte stays. */
std::string asciiLowerCase (std::string_view text);

/** The text without leading and trailing spaces and tabs. */
std::string_view trimmed (std::string_view text);

/** The bytes with U+FFFD for what is not UTF-8, as in dataset.json. */
std::string validText (const std::string& bytes);

/** True for the extensions wav, wave, rf64, w64, flac, ogg, oga, opus, mp3, aif, aiff, aifc, au,
    snd, caf, m4a, mp4, aac, webm, mka, mkv, wma, amr; any case. */
bool looksLikeAudio (std::string_view name);

} // namespace melstrom
