// The user's folders, by the XDG Base Directory Specification.
#pragma once

#include <filesystem>

namespace melstrom
{

/** $XDG_DATA_HOME or ~/.local/share. Empty: neither XDG_DATA_HOME nor HOME has an absolute path. Thread: any that may read the environment. */
std::filesystem::path userDataFolder ();
/** Folder for settings: $XDG_CONFIG_HOME or ~/.config; empty as above. */
std::filesystem::path userConfigFolder ();

} // namespace melstrom
