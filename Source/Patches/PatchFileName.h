// The file that a patch of a given name is saved to.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** "Glass Choir" -> "glass-choir-" and 8 hexadecimal digits of the name's hash and ".toml": at most 62
    characters, all of them a .. z, 0 .. 9 and hyphen, so that every file system takes it, none keeps it hidden,
    and names that differ in case, blanks or script have files of their own. attempt: from 0; others stand for
    further files, where a file has that name already. */
std::string patchFileName (std::string_view patchName, int attempt = 0);

/** Ends in .toml, in any case, and does not begin with a dot. */
bool isPatchFileName (std::string_view fileName);

} // namespace melstrom
