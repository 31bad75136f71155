// Which patches the user likes best, and the file that keeps them.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <set>
#include <string>
#include <string_view>

namespace melstrom
{

inline constexpr std::string_view kFavouritesFile = "favourites.txt";

/** By name, for files move. Names of patches that are not there now are kept. */
struct Favourites
{
    std::set<std::string> factory, user;

    std::set<std::string>& of (bool isFactory) { return isFactory ? factory : user; }
    bool operator== (const Favourites&) const = default;
};

/** Two lists of texts as in TOML. */
std::string favouritesText (const Favourites& favourites);

/** None where there is no file. Fails: badSpec, readFailed, ... */
Result<Favourites> readFavourites (Storage& storage, const std::string& folder);

} // namespace melstrom
