// The user's folders, by the XDG Base Directory Specification, and files in them.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace melstrom
{

/** $XDG_DATA_HOME or ~/.local/share. Empty: neither XDG_DATA_HOME nor HOME has an absolute path.
    Thread: any that may read the environment. */
std::filesystem::path userDataFolder ();
/** Folder for settings: $XDG_CONFIG_HOME or ~/.config; empty as above. */
std::filesystem::path userConfigFolder ();

/** Writes a temporary file beside the file, syncs it and renames it. So a reader sees the old bytes
    or the new bytes, also after a power cut. Creates the folder. Fails: diskFull, writeFailed; the
    file is then unchanged. */
Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text);

/** Reduces errors of writing to two codes for a program with a window: diskFull stays, all others
    become writeFailed. */
Error asWritingError (Error error);

} // namespace melstrom
