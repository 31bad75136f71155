#include "Source/State/UserFiles.h"

#include <atomic>
#include <cstdlib>
#include <unistd.h>

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

[[maybe_unused]] std::filesystem::path below (const std::filesystem::path& folder, const char* name)
{
    return folder.empty () ? folder : folder / name;
}

/** Begins with a dot and does not end in .toml, so that no reader takes it for a patch. Unique for
    each writer. */
std::string temporaryName (const std::string& name)
{
    static std::atomic<unsigned> numMade {0};
    return '.' + name + '.' + std::to_string (getpid ()) + '-' + std::to_string (numMade++) +
           ".part";
}

Result<void> writeAndSync (Storage& storage, const std::string& path, std::string_view text)
{
    MELSTROM_TRY_VALUE (auto file, storage.create (path));
    MELSTROM_TRY (file->writeAt (text.data (), text.size (), 0));
    MELSTROM_TRY (file->sync ());
    return file->close ();
}

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text)
{
    MELSTROM_TRY (storage.makeFolders (folder));
    const auto temporary = folder + '/' + temporaryName (name);
    auto done = writeAndSync (storage, temporary, text);
    if (done)
        done = storage.rename (temporary, folder + '/' + name);
    if (done)
        return storage.syncFolder (folder);
    // the first error counts
    static_cast<void> (storage.remove (temporary));
    return done;
}
} // namespace

#if defined(_WIN32)
std::filesystem::path userDataFolder ()
{
    return absolutePathOf ("APPDATA");
}
std::filesystem::path userConfigFolder ()
{
    return userDataFolder ();
}
#elif defined(__APPLE__)
std::filesystem::path userDataFolder ()
{
    return below (absolutePathOf ("HOME"), "Library/Application Support");
}
std::filesystem::path userConfigFolder ()
{
    return userDataFolder ();
}
#else
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
#endif

Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text)
{
    auto done = replaceFile (storage, folder, name, text);
    return done ? done : Result<void> (asWritingError (done.error ()));
}

Error asWritingError (Error error)
{
    if (error.code != ErrorCode::diskFull)
        error.code = ErrorCode::writeFailed;
    return error;
}

} // namespace melstrom
