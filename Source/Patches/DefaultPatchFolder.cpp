// Path of the user's patches on this system.
#include "Source/Patches/PatchStore.h"
#include "Source/State/UserFolders.h"

#include <cstdlib>

namespace melstrom
{

std::filesystem::path PatchStore::defaultFolder ()
{
    if (const char* named = std::getenv ("MELSTROM_PATCHES"); named != nullptr && *named != '\0')
        return named;
    const auto folder = userDataFolder ();
    return folder.empty () ? folder : folder / "Melstrom/Patches";
}

} // namespace melstrom
