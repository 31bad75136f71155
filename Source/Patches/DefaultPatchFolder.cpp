// Where the user's patches lie on this system.
#include "Source/Patches/PatchStore.h"

#include <cstdlib>

namespace melstrom
{

namespace
{
/** Empty where the variable is unset, or says no absolute path: what lies under the current folder would be
    found by chance. */
std::filesystem::path absolutePathOf (const char* variable)
{
    const char* text = std::getenv (variable);
    const std::filesystem::path path = text == nullptr ? "" : text;
    return path.is_absolute () ? path : std::filesystem::path {};
}

std::filesystem::path below (const std::filesystem::path& folder, const char* name)
{
    return folder.empty () ? folder : folder / name;
}

#if defined(_WIN32)
std::filesystem::path applicationDataFolder ()
{
    return absolutePathOf ("APPDATA");
}
#elif defined(__APPLE__)
std::filesystem::path applicationDataFolder ()
{
    return below (absolutePathOf ("HOME"), "Library/Application Support");
}
#else
// Source: XDG Base Directory Specification 0.8, which also says that relative paths are to be ignored
std::filesystem::path applicationDataFolder ()
{
    const auto named = absolutePathOf ("XDG_DATA_HOME");
    return named.empty () ? below (absolutePathOf ("HOME"), ".local/share") : named;
}
#endif
} // namespace

std::filesystem::path PatchStore::defaultFolder ()
{
    if (const char* named = std::getenv ("MELSTROM_PATCHES"); named != nullptr && *named != '\0')
        return named;
    return below (applicationDataFolder (), "Melstrom/Patches");
}

} // namespace melstrom
