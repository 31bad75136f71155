// The user's folders on this system.
#pragma once

#include <filesystem>

namespace melstrom
{

/** $XDG_DATA_HOME or ~/.local/share; ~/Library/Application Support; %APPDATA%. Empty: no variable
    has an absolute path. Thread: any that may read the environment. */
std::filesystem::path userDataFolder ();
/** Folder for settings: $XDG_CONFIG_HOME or ~/.config; on other systems the data folder. */
std::filesystem::path userConfigFolder ();

} // namespace melstrom
