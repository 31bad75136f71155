#include "Source/State/UserFolders.h"

#include <cstdlib>

namespace melstrom
{

namespace
{
/** Empty if the variable is unset or not an absolute path: a relative path would depend on the
    current folder. */
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
} // namespace

// Source: XDG Base Directory Specification 0.8, which requires that relative paths are ignored
std::filesystem::path userDataFolder ()
{
    const auto named = absolutePathOf ("XDG_DATA_HOME");
    return named.empty () ? below (absolutePathOf ("HOME"), ".local/share") : named;
}
std::filesystem::path userConfigFolder ()
{
    const auto named = absolutePathOf ("XDG_CONFIG_HOME");
    return named.empty () ? below (absolutePathOf ("HOME"), ".config") : named;
}

} // namespace melstrom
