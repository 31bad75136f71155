// Where this system keeps what belongs to the user.
#pragma once

#include <filesystem>

namespace melstrom
{

/** $XDG_DATA_HOME or ~/.local/share; ~/Library/Application Support; %APPDATA%. Empty: the
    environment names none of them by an absolute path. Thread: any that may read the environment. */
std::filesystem::path userDataFolder ();
/** The same for settings: $XDG_CONFIG_HOME or ~/.config; elsewhere the folder for data. */
std::filesystem::path userConfigFolder ();

} // namespace melstrom
