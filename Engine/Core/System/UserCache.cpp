#include "Engine/Core/System/UserCache.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace melstrom
{

namespace
{
namespace fs = std::filesystem;

/** The value if it is an absolute path; the XDG Base Directory Specification says to ignore
    others. */
std::optional<std::string> folderIn (const char* variable)
{
    const char* const value = std::getenv (variable);
    if (value == nullptr || ! fs::path (value).is_absolute ())
        return std::nullopt;
    return value;
}
} // namespace

std::optional<std::string> userCacheFile (const std::string& name)
{
    if (const auto cache = folderIn ("XDG_CACHE_HOME"))
        return *cache + "/melstrom/" + name;
    if (const auto home = folderIn ("HOME"))
        return *home + "/.cache/melstrom/" + name;
    return std::nullopt;
}

std::string smallFileText (const std::string& file, std::size_t mostBytes)
{
    std::error_code failed;
    if (! fs::is_regular_file (file, failed) || failed)
        return {};
    std::ifstream stream (file, std::ios::binary);
    std::string text (mostBytes + 1, '\0');
    stream.read (text.data (), static_cast<std::streamsize> (text.size ()));
    text.resize (static_cast<std::size_t> (stream.gcount ()));
    return text.size () > mostBytes ? std::string () : text;
}

bool replaceSmallFile (const std::string& file, const std::string& text)
{
    std::error_code failed;
    fs::create_directories (fs::path (file).parent_path (), failed);
    const std::string temporary = file + "." + std::to_string (std::random_device {}()) + ".tmp";
    std::FILE* const stream = std::fopen (temporary.c_str (), "wbx");
    if (stream == nullptr)
        return false;
    const bool isWritten = std::fwrite (text.data (), 1, text.size (), stream) == text.size ();
    const bool isWhole = std::fclose (stream) == 0 && isWritten;
    failed.clear ();
    if (isWhole)
        fs::rename (temporary, file, failed);
    if (isWhole && ! failed)
        return true;
    fs::remove (temporary, failed);
    return false;
}

} // namespace melstrom
