// Taking paths apart and together by their bytes. Nothing here touches a file system.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** Without doubled slashes, "." components and a slash at the end; ".." stays, for it means
    something else behind a link. "" stays "", "./" becomes ".", "//" becomes "/". */
std::string tidyPath (std::string_view path);

/** `path` if it is absolute or the folder is "", else "folder/path". */
std::string joinPath (std::string_view folder, std::string_view path);

/** What follows the last slash; all of it if there is none. Expects a tidy path. */
std::string_view fileNameOf (std::string_view path);

/** What comes before the last slash: "" if there is none, "/" for "/a". Expects a tidy path. */
std::string_view folderOf (std::string_view path);

/** The name's last ".xyz" in lower case without the dot; "" if there is none. ASCII only. */
std::string lowerCaseExtension (std::string_view name);

/** A to Z become a to z, every other byte stays. */
std::string asciiLowerCase (std::string_view text);

/** Without the spaces and tabs around it. */
std::string_view trimmed (std::string_view text);

/** wav, wave, rf64, w64, flac, ogg, oga, opus, mp3, aif, aiff, aifc, au, snd, caf, m4a, mp4, aac,
    webm, mka, mkv, wma, amr; any case. */
bool looksLikeAudio (std::string_view name);

} // namespace melstrom
