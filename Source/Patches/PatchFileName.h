// File names of saved patches.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** "Glass Choir" -> "glass-choir-", 8 hexadecimal digits of the name's hash, ".toml". At most 62
    characters, all from a .. z, 0 .. 9, hyphen and the dot of ".toml": valid on every file system,
    and never a hidden file. Names that differ in case, blanks or script have different files.
    attempt: 0 for this name; from 1 on for further names, if a file has the name already. */
std::string patchFileName (std::string_view patchName, int attempt = 0);

/** True if the name ends in .toml, in any case, and does not begin with a dot. */
bool isPatchFileName (std::string_view fileName);

} // namespace melstrom
