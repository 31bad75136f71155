// The user's favourite patches and their file.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <set>
#include <string>
#include <string_view>

namespace melstrom
{

inline constexpr std::string_view kFavouritesFile = "favourites.txt";

/** Names, because files may move. Names of missing patches stay in the lists. */
struct Favourites
{
    std::set<std::string> factory, user;

    std::set<std::string>& of (bool isFactory) { return isFactory ? factory : user; }
    bool operator== (const Favourites&) const = default;
};

/** TOML with two lists of names. */
std::string favouritesText (const Favourites& favourites);

/** Empty if the file does not exist. Fails: badSpec, readFailed, ... */
Result<Favourites> readFavourites (Storage& storage, const std::string& folder);

} // namespace melstrom
