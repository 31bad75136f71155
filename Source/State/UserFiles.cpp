#include "Source/State/UserFiles.h"

#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/System/Process.h"

#include <atomic>
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

/** Begins with a dot and does not end in .toml, so that no reader takes it for a patch. Unique for
    each writer. */
std::string temporaryName (const std::string& name)
{
    static std::atomic<unsigned> numMade {0};
    return '.' + name + '.' + std::to_string (processNumber ()) + '-' + std::to_string (numMade++) +
           ".part";
}

Result<void> replaceIn (Storage& storage, const std::string& folder, const std::string& name,
                        std::string_view text)
{
    MELSTROM_TRY (storage.makeFolders (folder));
    MELSTROM_TRY_VALUE (auto replacement,
                        FileReplacement::create (storage, folder + '/' + name,
                                                 folder + '/' + temporaryName (name)));
    MELSTROM_TRY (replacement->part ().writeAt (text.data (), text.size (), 0));
    MELSTROM_TRY (replacement->finish ());
    return storage.syncFolder (folder);
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

Result<void> writeWholeFile (Storage& storage, const std::string& folder, const std::string& name,
                             std::string_view text)
{
    auto done = replaceIn (storage, folder, name, text);
    return done ? done : Result<void> (asWritingError (done.error ()));
}

Error asWritingError (Error error)
{
    if (error.code != ErrorCode::diskFull)
        error.code = ErrorCode::writeFailed;
    return error;
}

} // namespace melstrom
