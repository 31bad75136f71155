#include "Engine/Batch/Inputs/Groups/PathJson.h"

#include "Engine/Core/HexText.h"
#include "Engine/Spec/Text/Utf8Text.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

namespace melstrom
{

namespace
{
constexpr const char* kHexEnding = "_hex";

std::string hexOf (std::string_view bytes)
{
    std::string text;
    for (const char byte : bytes)
        text += hexText (static_cast<unsigned char> (byte));
    return text;
}

/** Empty: the text has other characters, or an odd number of them. */
std::optional<std::string> bytesOf (const std::string& hex)
{
    std::string bytes;
    for (std::size_t at = 0; at < hex.size (); at += 2)
    {
        const char* const first = hex.data () + at;
        const char* const end = hex.data () + std::min (at + 2, hex.size ());
        unsigned char value = 0;
        if (const auto read = std::from_chars (first, end, value, 16);
            read.ec != std::errc () || read.ptr != first + 2)
            return std::nullopt;
        bytes += static_cast<char> (value);
    }
    return bytes;
}

const std::string* textOf (const nlohmann::json& json, const std::string& key)
{
    const auto place = json.find (key);
    return place == json.end () ? nullptr : place->get_ptr<const std::string*> ();
}
} // namespace

void setPath (nlohmann::ordered_json& json, const std::string& key, const std::string& path)
{
    constexpr std::size_t mostGrowth = 3; // U+FFFD has 3 bytes
    json[key] = path;
    if (validUtf8 (path, mostGrowth * path.size ()) != path)
        json[key + kHexEnding] = hexOf (path);
}

std::optional<std::string> pathOf (const nlohmann::json& json, const std::string& key)
{
    if (json.contains (key + kHexEnding))
    {
        const auto* const hex = textOf (json, key + kHexEnding);
        return hex != nullptr ? bytesOf (*hex) : std::nullopt;
    }
    const auto* const text = textOf (json, key);
    return text != nullptr ? std::optional (*text) : std::nullopt;
}

} // namespace melstrom
