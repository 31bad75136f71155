#include "Engine/Batch/Inputs/PathText.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace melstrom
{

std::string tidyPath (std::string_view path)
{
    if (path.empty ())
        return {};

    std::string tidy;
    tidy.reserve (path.size ());
    if (path.front () == '/')
        tidy = "/";

    for (std::size_t at = 0; at < path.size ();)
    {
        const auto end = std::min (path.find ('/', at), path.size ());
        const auto component = path.substr (at, end - at);
        at = end + 1;
        if (component.empty () || component == ".")
            continue;
        if (! tidy.empty () && tidy.back () != '/')
            tidy += '/';
        tidy += component;
    }
    return tidy.empty () ? "." : tidy;
}

std::string joinPath (std::string_view folder, std::string_view path)
{
    if (folder.empty () || (! path.empty () && path.front () == '/'))
        return std::string (path);

    std::string joined;
    joined.reserve (folder.size () + 1 + path.size ());
    joined = folder;
    if (joined.back () != '/')
        joined += '/';
    joined += path;
    return joined;
}

std::string_view fileNameOf (std::string_view path)
{
    const auto slash = path.rfind ('/');
    return slash == path.npos ? path : path.substr (slash + 1);
}

std::string_view folderOf (std::string_view path)
{
    const auto slash = path.rfind ('/');
    if (slash == path.npos)
        return {};
    return path.substr (0, std::max<std::size_t> (slash, 1));
}

std::string asciiLowerCase (std::string_view text)
{
    std::string lower (text);
    for (auto& byte : lower)
        if (byte >= 'A' && byte <= 'Z')
            byte = static_cast<char> (byte - 'A' + 'a');
    return lower;
}

std::string lowerCaseExtension (std::string_view name)
{
    const auto dot = name.rfind ('.');
    return dot == name.npos ? std::string () : asciiLowerCase (name.substr (dot + 1));
}

std::string_view trimmed (std::string_view text)
{
    const auto first = text.find_first_not_of (" \t");
    return first == text.npos ? std::string_view ()
                              : text.substr (first, text.find_last_not_of (" \t") - first + 1);
}

// Not validUtf8, which puts U+FFFD for each byte, as a test of the plugin's state demands. Here one
// stands for the longest beginning of a character, as Unicode recommends and dataset.json has it.
std::string validText (const std::string& bytes)
{
    using Json = nlohmann::json;
    return Json::parse (Json (bytes).dump (-1, ' ', false, Json::error_handler_t::replace));
}

bool looksLikeAudio (std::string_view name)
{
    constexpr auto audioExtensions =
        std::to_array<std::string_view> ({"wav", "flac", "mp3", "ogg", "opus", "aif", "aiff",
                                          "aifc", "au", "snd", "caf", "rf64", "w64", "oga", "wave",
                                          // ffmpeg decodes these
                                          "m4a", "mp4", "aac", "webm", "mka", "mkv", "wma", "amr"});
    constexpr auto longest = std::ranges::max (audioExtensions, {}, std::ranges::size);

    const auto dot = name.rfind ('.');
    if (dot == name.npos || name.size () - dot - 1 > longest.size ())
        return false;
    return std::ranges::find (audioExtensions, lowerCaseExtension (name)) != audioExtensions.end ();
}

} // namespace melstrom
