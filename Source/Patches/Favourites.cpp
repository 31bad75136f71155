#include "Source/Patches/Favourites.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Text/TomlText.h"

namespace melstrom
{

namespace
{
constexpr std::string_view kFactoryKey = "factory", kUserKey = "user";
constexpr std::size_t kMostBytes = std::size_t {1} << 20;

std::string listText (std::string_view key, const std::set<std::string>& names)
{
    auto out = std::string (key) + " = [\n";
    for (const auto& name : names)
        out += "    " + quotedText (name) + ",\n";
    return out + "]\n";
}

std::set<std::string> listOf (const toml::table& table, std::string_view key)
{
    std::set<std::string> names;
    if (const auto* list = table.get_as<toml::array> (key))
        for (const auto& node : *list)
            if (const auto name = node.value_exact<std::string> ())
                names.insert (*name);
    return names;
}
} // namespace

std::string favouritesText (const Favourites& favourites)
{
    return listText (kFactoryKey, favourites.factory) + listText (kUserKey, favourites.user);
}

Result<Favourites> readFavourites (Storage& storage, const std::string& folder)
{
    const auto path = folder + '/' + std::string (kFavouritesFile);
    const auto text = readWholeFile (storage, path, kMostBytes);
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return Favourites {};
    if (! text)
        return text.error ();
    MELSTROM_TRY_VALUE (const auto table, parseTomlText (*text, printable (path)));
    return Favourites {listOf (table, kFactoryKey), listOf (table, kUserKey)};
}

} // namespace melstrom
